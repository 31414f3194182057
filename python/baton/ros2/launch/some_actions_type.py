# SPDX-License-Identifier: Apache-2.0
"""What is accepted where actions are wanted."""

from collections.abc import Iterable

from .action import Action

SomeActionsType = Action | Iterable[Action]
SomeActionsType_types_tuple = (Action, Iterable)
