# SPDX-License-Identifier: Apache-2.0
"""The definition of a type with those of its fields' types, in one text, as bags keep it."""

from __future__ import annotations

from dataclasses import dataclass

from baton.definitions import find_definition, nested_type

_LINE = "=" * 80


@dataclass
class Definition:
    """`encoding` is "ros2msg", or "unknown" where no text is known."""

    encoding: str = "unknown"
    text: str = ""


def definition_of(type_name: str) -> Definition:
    """Of package/msg/Name. Unknown where the definition, or one that it names, is not found as a .msg."""
    texts: dict[str, str] = {}
    left = [type_name]
    while left:
        name = left.pop(0)
        if name in texts:
            continue
        parts = name.split("/")
        path = find_definition(*parts) if len(parts) == 3 and parts[1] == "msg" else None
        if path is None or path.suffix != ".msg":
            return Definition()
        texts[name] = path.read_text(encoding="utf-8")
        for line in texts[name].splitlines():
            nested = nested_type(line, parts[0])
            if nested:
                left.append(nested)
    whole = [texts.pop(type_name)]
    for name, text in texts.items():
        package, _, last = name.split("/")
        whole.append(f"{_LINE}\nMSG: {package}/{last}\n{text}")
    return Definition("ros2msg", "\n".join(whole))
