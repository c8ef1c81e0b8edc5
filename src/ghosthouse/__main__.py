"""`python -m ghosthouse` is `ghosthouse`."""

import sys

from ghosthouse.cli import main

if __name__ == "__main__":
    sys.exit(main())
