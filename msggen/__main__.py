# SPDX-License-Identifier: Apache-2.0
"""`python3 msggen`: the generator without installing it."""

import sys

from baton_msggen.cli import main

sys.exit(main())
