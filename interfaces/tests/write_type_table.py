#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""write_type_table.py OUTPUT: writes type_table(), with every message of interfaces/."""

import sys
from pathlib import Path

from describe_interfaces import read_packages

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Declares the types instead of including their headers: a second to compile, not a minute.
#include "type_table.hpp"

"""


def main():
    names = [message.type for package in read_packages() for message in package.all_messages()]
    text = HEAD
    for name in names:
        text += f"namespace {name.package}::{name.subfolder} {{ struct {name.name}; }}\n"
    text += "\nnamespace baton::msg {\n"
    for name in names:
        text += f"template <> const TypeSupport& type_support<{cpp(name)}>() noexcept;\n"
    text += "}\n\nstd::vector<const baton::msg::TypeSupport*> type_table() {\n  return {\n"
    for name in names:
        text += f"    &baton::msg::type_support<{cpp(name)}>(),\n"
    text += "  };\n}\n"
    Path(sys.argv[1]).write_text(text, encoding="utf-8")


def cpp(name):
    return f"::{name.package}::{name.subfolder}::{name.name}"


main()
