#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The tree is what docs/architecture.md says.

A table whose first column is `room` cuts a layer into folders: room | holds | may include. Each file
of that layer lies in a room, each room exists, and a room includes only those of its row, which stand
above it: so rooms have no cycle. The block of text behind the heading `The tree` names every folder at
the top of the repository, and no other.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, SKIPPED_FOLDERS, cpp_files, is_test, run, text_of

DOCUMENT = "docs/architecture.md"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
ROOM = re.compile(r"`src/([\w/]+)/`")


def read_rooms(root):
    """room -> (line of its row, rooms that it may include), in the order of the page"""
    rooms, inside = {}, False
    for number, line in enumerate(text_of(root / DOCUMENT).splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells[0] == "room":
            inside = True
        elif inside and (room := ROOM.match(cells[0])) and len(cells) >= 3:
            rooms[room[1]] = (number, set(re.findall(r"`([\w/]+)/`", cells[2])))
    return rooms


def room_of(rooms, folder):
    """The innermost room that a folder below src/ lies in."""
    while folder not in rooms and "/" in folder:
        folder = folder.rsplit("/", 1)[0]
    return folder if folder in rooms else None


def check_rooms(root):
    rooms = read_rooms(root)
    page = root / DOCUMENT
    above = set()
    for room, (number, allowed) in rooms.items():
        if not (root / "src" / room).is_dir():
            yield Finding(page, number, f"there is no folder src/{room}")
        layer = room.split("/")[0]
        for name in sorted(allowed - {each.removeprefix(f"{layer}/") for each in above}):
            yield Finding(page, number, f"no room above this one is called {name}")
        above.add(room)
    for layer in sorted({room.split("/")[0] for room in rooms}):
        for path in cpp_files(root, f"src/{layer}"):
            folder = path.parent.relative_to(root / "src").as_posix()
            room = room_of(rooms, folder)
            if room is None:
                yield Finding(path, 1, f"src/{folder} is in no room of {DOCUMENT}")
            elif not is_test(path) and not path.stem.endswith("_bench"):
                yield from check_includes(rooms, path, layer, room)


def check_includes(rooms, path, layer, room):
    may = {f"{layer}/{name}" for name in rooms[room][1]} | {room}
    for number, line in enumerate(text_of(path).splitlines(), 1):
        match = INCLUDE.match(line)
        if not match or not match[1].startswith(f"{layer}/"):
            continue
        target = room_of(rooms, match[1].rsplit("/", 1)[0])
        if target not in may:
            yield Finding(path, number, f"{room} may not include {target or match[1]}")


def check_tree(root):
    text = text_of(root / DOCUMENT)
    if "\n## The tree\n" not in text:
        return
    before, _, block = text.partition("\n## The tree\n")
    start = before.count("\n") + 3
    named = {}
    for number, line in enumerate(block.split("\n## ")[0].splitlines(), start):
        if name := re.match(r"(\.?\w+)/", line):
            named.setdefault(name[1], number)
    for name, number in named.items():
        if not (root / name).is_dir():
            yield Finding(root / DOCUMENT, number, f"there is no folder {name}")
    for path in sorted(root.iterdir()):
        hidden = path.name in SKIPPED_FOLDERS or path.name.startswith(".")
        if path.is_dir() and not hidden and path.name not in named:
            yield Finding(root / DOCUMENT, start, f"the tree does not name {path.name}/")


def check(root):
    yield from check_rooms(root)
    yield from check_tree(root)


PAGE = """| room | holds | may include |
|---|---|---|
| `src/a/port/` | ports | - |
| `src/a/box/` | boxes | `port/` |
| `src/a/box/lid/` | lids | `box/`, `port/` |
"""
run(
    check,
    [
        {
            DOCUMENT: PAGE,
            "src/a/port/p.hpp": '#include "base/x.hpp"\n#include "a/box/b.hpp"  // CANARY\n',
            "src/a/box/b.hpp": '#include "a/port/p.hpp"\n#include "a/box/lid/l.hpp"  // CANARY\n',
            "src/a/box/lid/l.hpp": '#include "a/box/b.hpp"\n#include "a/port/p.hpp"\n',
            "src/a/port/p_test.cpp": '#include "a/box/b.hpp"\n',
            "src/a/c.hpp": "// CANARY\n",
        },
        {DOCUMENT: PAGE.replace("lids |", "lids CANARY |"), "src/a/port/p.hpp": "", "src/a/box/b.hpp": ""},
        {
            DOCUMENT: PAGE.replace("| ports | - |", "| ports CANARY | `box/` |"),
            "src/a/port/p.hpp": "",
            "src/a/box/b.hpp": "",
            "src/a/box/lid/l.hpp": "",
        },
        {
            DOCUMENT: "\n## The tree\n```\nsrc/  CANARY\ndocs/  pages\n```\n",
            "results/x": "",
        },
        {DOCUMENT: "# Page\n\n## The tree\nCANARY\n```\ndocs/  pages\n```\n", "tools/x": ""},
    ],
)
