# SPDX-License-Identifier: Apache-2.0
"""What is accepted where a text is wanted."""

import collections.abc
from collections.abc import Iterable
from pathlib import Path

from .substitution import Substitution

SomeSubstitutionsType = str | Path | Substitution | Iterable[str | Path | Substitution]
SomeSubstitutionsType_types_tuple = (str, Path, Substitution, collections.abc.Iterable)
