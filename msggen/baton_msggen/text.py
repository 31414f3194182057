# SPDX-License-Identifier: Apache-2.0
"""What all generated C++ files have in common."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Interface


def head(interface: Interface) -> str:
    return (
        "// SPDX-License-Identifier: Apache-2.0\n"
        f"// Made by baton_msggen from {interface.type}: change its definition, not this file.\n"
        "#pragma once\n\n"
    )


def include_lines(headers: Iterable[str]) -> str:
    """Sorted; the standard library's first."""
    ordered = sorted(set(headers), key=lambda name: ("/" in name, name))
    return "".join(f"#include {name}\n" for name in ordered)


def open_namespace(interface: Interface) -> str:
    return f"\nnamespace {interface.type.package}::{interface.type.subfolder} {{\n"


def close_namespace(interface: Interface) -> str:
    return f"\n}}  // namespace {interface.type.package}::{interface.type.subfolder}\n"
