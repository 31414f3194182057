# SPDX-License-Identifier: Apache-2.0
"""What a definition file says by itself: its types are named, not found yet."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .model import Constant, Field, TypeName


@dataclass(frozen=True)
class DraftField:
    field: Field
    line: int  # for error texts; 0: not known


@dataclass(frozen=True)
class DraftMessage:
    type: TypeName
    interface: TypeName
    fields: tuple[DraftField, ...]
    constants: tuple[Constant, ...]
    source: Path


@dataclass(frozen=True)
class DraftFile:
    """One message or more (.idl), request and response, or goal, result and feedback."""

    interface: TypeName
    path: Path
    messages: tuple[DraftMessage, ...]
