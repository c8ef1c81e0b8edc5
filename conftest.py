"""What all tests of the house share, those in `tests/` and those in the game folders."""

import os

from hypothesis import settings

# No deadline for a single example: tests share two cores with whatever else runs, and time is measured in bench/.
# On CI the examples are the same in every run, so that a red run is red again when somebody looks.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
