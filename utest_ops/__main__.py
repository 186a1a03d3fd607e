"""python -m utest_ops."""

import sys

from utest_ops.cli import main

sys.exit(main())
