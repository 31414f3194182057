# SPDX-License-Identifier: Apache-2.0
"""What is accepted as parameters: files and mappings."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from launch.substitution import Substitution

SomeParameters = Sequence[str | Path | Substitution | Mapping]
