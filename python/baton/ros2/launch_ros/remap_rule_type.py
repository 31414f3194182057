# SPDX-License-Identifier: Apache-2.0
"""Remap rules: (from, to) pairs."""

from collections.abc import Iterable

from launch.some_substitutions_type import SomeSubstitutionsType

SomeRemapRules = Iterable[tuple[SomeSubstitutionsType, SomeSubstitutionsType]]
