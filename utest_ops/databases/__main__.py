"""python -m utest_ops.databases."""

import sys

from utest_ops.databases.cli import main

sys.exit(main())
