"""`python -m otherwords`."""

import sys

from otherwords.cli import main

sys.exit(main())
