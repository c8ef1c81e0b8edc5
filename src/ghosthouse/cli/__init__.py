"""The front door: `ghosthouse` on the command line. It wires the rooms together and is imported by nothing but `python -m`.

Commands live beside this file by what they are for: looking (`look`), playing (`play`), measuring (`measure`), the server's own
(`server`). `front` puts them behind one door and turns every refusal into one sentence and an exit code.
"""

from .front import main

__all__ = ["main"]
