# SPDX-License-Identifier: Apache-2.0
"""Lines of C++ that type support is made of."""

from __future__ import annotations

import re

from .model import Field, Kind


def character_of(field: Field) -> str:
    return "char" if field.kind is Kind.STRING else "char16_t"


def bool_of(value: bool) -> str:
    return "true" if value else "false"


def unless(condition: str) -> list[str]:
    return [f"if (!{condition}) return false;"]


def indent(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def function(head: str, body: list[str]) -> list[str]:
    """A function that only some messages need, with parameters that only some use."""
    for parameter in ("m", "extent"):
        used = any(re.search(rf"\b{parameter}\b", line) for line in body)
        if head.endswith(f"& {parameter}) noexcept") or f"& {parameter}, " in head:
            body = body if used else [f"(void){parameter};", *body]
    return [f"[[maybe_unused]] inline {head} {{", *indent(body), "}", ""]
