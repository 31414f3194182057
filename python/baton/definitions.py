# SPDX-License-Identifier: Apache-2.0
"""Definitions of interfaces: where they lie, and the constants in them, which types do not have."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

# Not from baton.native: the command line lists definitions without the extension.
HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]

_CONSTANT = re.compile(
    r"^\s*(?P<type>[a-zA-Z][\w<=>]*)\s+(?P<name>[A-Z][A-Z0-9_]*)\s*=\s*(?P<value>.*?)\s*$"
)

# A field whose type may be a message's.
FIELD = re.compile(r"^\s*(?P<type>[\w/]+)(?P<array>\[[^\]]*\])?(?:<=\d+)?\s+\w+")
_PRIMITIVES = frozenset(
    "bool byte char string wstring float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 "
    "uint64".split()
)


def nested_type(line: str, package: str) -> str | None:
    """The type of a field of `package` whose type is a message: "std_msgs/msg/Header"."""
    match = FIELD.match(line)
    if not match or match["type"] in _PRIMITIVES:
        return None
    name = match["type"]
    if name == "Header":
        return "std_msgs/msg/Header"
    if "/" not in name:
        return f"{package}/msg/{name}"
    return name if name.count("/") == 2 else name.replace("/", "/msg/")


def shares() -> list[Path]:
    """Folders with a folder for each package, the first wins: of what is sourced, of the wheel, of
    the checkout."""
    prefixes = [Path(each) for each in os.environ.get("AMENT_PREFIX_PATH", "").split(":") if each]
    folders = [prefix / "share" for prefix in prefixes]
    return [*folders, HERE / "share", CHECKOUT / "interfaces"]


def place_of(package: str) -> Path | None:
    """The folder, of those of shares(), from which the definitions of a package are."""
    for share in shares():
        if any(any(share.glob(f"{package}/{kind}/*.{kind}")) for kind in ("msg", "srv", "action")):
            return share
    return None


def find_definition(package: str, folder: str, name: str) -> Path | None:
    """The file of an interface: share/sensor_msgs/msg/Image.msg."""
    for share in shares():
        for suffix in (folder, "idl"):
            path = share / package / folder / f"{name}.{suffix}"
            if path.is_file():
                return path
    return None


def list_definitions(package: str, folder: str) -> list[str]:
    """The names of a package's interfaces, sorted: ["Image", ...]."""
    names: set[str] = set()
    for share in shares():
        for path in (share / package / folder).glob("*"):
            if path.suffix in (f".{folder}", ".idl"):
                names.add(path.stem)
        if names:
            break
    return sorted(names)


def list_packages() -> list[str]:
    """All packages with definitions."""
    return sorted(
        {
            path.parent.parent.name
            for share in shares()
            for folder in ("msg", "srv", "action")
            for path in share.glob(f"*/{folder}/*.{folder}")
        }
    )


def _without_comment(line: str) -> str:
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and "=" in line[:index]:
            quote = character
        elif character == "#":
            return line[:index]
    return line


def _value(type_name: str, text: str) -> bool | int | float | str | bytes:
    if type_name.startswith(("string", "wstring")):
        return str(ast.literal_eval(text)) if text[:1] in "\"'" and text else text
    if type_name == "bool":
        return text.lower() in ("true", "1")
    if type_name == "byte":
        return bytes([int(text, 0)])
    if type_name.startswith("float"):
        return float(text)
    return int(text, 0)


def parts(path: Path) -> list[str]:
    """The messages of a definition: one of a .msg, two of a .srv, three of an .action."""
    return re.split(r"(?m)^---\s*$", path.read_text(encoding="utf-8"))


def constants(text: str) -> dict[str, bool | int | float | str | bytes]:
    """The constants of one message."""
    found = {}
    for line in text.splitlines():
        match = _CONSTANT.match(_without_comment(line))
        if match:
            found[match["name"]] = _value(match["type"], match["value"])
    return found


def comments(text: str) -> str:
    """What the definition says before its first field."""
    lines = []
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            break
        if "SPDX-License-Identifier" not in line:
            lines.append(line.strip().removeprefix("#").removeprefix(" "))
    return "\n".join(lines).strip()
