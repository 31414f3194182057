# SPDX-License-Identifier: Apache-2.0
"""What is executed, apart from when."""

from .executable import Executable

__all__ = ["Executable"]
