# SPDX-License-Identifier: Apache-2.0
import sys

from baton.interfaces import fill_module

fill_module(sys.modules[__name__])
