# SPDX-License-Identifier: Apache-2.0
"""check_messages_page.py PAGE PROGRAM FOLDER: what the page says of bytes is what is published.

PROGRAM writes messages to FOLDER. The page's reader, run as it stands there, must read them, find the
same hashes, and refuse them when they are damaged; the page's dumps must be theirs.
"""

import hashlib
import pathlib
import re
import struct
import subprocess
import sys


def fenced(page, mark):
    """The text of the first fenced block behind the mark."""
    found = re.search(re.escape(mark) + r"\s*\n?```\w*\n(.*?)^```", page, re.S | re.M)
    if not found:
        sys.exit(f"the page has no block behind {mark}")
    return found[1]


def dump(data):
    lines = []
    for at in range(0, len(data), 16):
        row = data[at : at + 16]
        halves = [" ".join(f"{byte:02x}" for byte in half) for half in (row[:8], row[8:]) if half]
        lines.append(f"{at:04x}  " + "  ".join(halves) + "\n")
    return "".join(lines)


def same(what, said, true):
    if said != true:
        sys.exit(f"{what}: the page says\n{said}\nand it is\n{true}")


def layouts(type):
    """What the page tells of a type and those that it contains, nested ones first, each once."""
    lines = {}
    for field in type.fields:
        if field.nested:
            lines.update(layouts(field.nested))
    lines[type.name] = f"{type.name}\n    {type.layout}\n    {type.layout_hash:016x}\n"
    return lines


class Published:
    def __init__(self, folder, name, reader):
        self.memory = (folder / f"{name}.memory").read_bytes()
        self.cdr = (folder / f"{name}.cdr").read_bytes()
        description = (folder / f"{name}.json").read_text()
        type_hash, layout_hash = (folder / f"{name}.hashes").read_text().split()
        self.type = reader["Type"](description)
        same(f"type hash of {name}", "RIHS01_" + hashlib.sha256(description.encode()).hexdigest(),
             type_hash)
        same(f"layout hash of {name}", self.type.layout_hash, int(layout_hash))
        self.message = reader["Message"](self.memory).read(self.type)


def check_values(polygon, transforms, wide, alignment):
    same("polygon", polygon.message, {
        "header": {"stamp": {"sec": 7, "nanosec": 500_000_000}, "frame_id": "map"},
        "polygon": {"points": [{"x": 1, "y": 2, "z": 3}, {"x": -1, "y": 0.5, "z": 0}]},
    })
    same("transforms", [(one["header"]["frame_id"], one["child_frame_id"],
                         one["transform"]["translation"]["x"], one["transform"]["rotation"]["w"])
                        for one in transforms.message["transforms"]],
         [("base", f"wheel_{i}", i, 1) for i in range(3)])
    same("wide", [wide.message[name] for name in ("wstring_value", "wstring_array",
                                                  "wstring_sequence")],
         ["grüß dich \U0001F600", ["", "second", ""], ["", "b"]])
    found = alignment.message
    same("alignment", [found[name] for name in "abfhjw"],
         [1, 0.25, "text", [1, 2, 3], [1, 2**64 - 1], 65535])
    same("alignment", [len(found[name]) for name in "nprtuv"], [2, 2, 3, 1, 2, 1])


def refuses(reader, published, memory):
    try:
        reader["Message"](memory).read(published.type)
    except ValueError:
        return True
    return False


def check_damage(reader, polygon):
    """One wrong word after the other in the container at 8, frame_id, and the one at 24, points."""
    def with_words(at, offset, size, capacity):
        memory = bytearray(polygon.memory)
        struct.pack_into("<qII", memory, at, offset, size, capacity)
        return bytes(memory)

    length = len(polygon.memory)
    damaged = {
        "a size above the capacity": with_words(8, 32, 4, 3),
        "a heap block": with_words(8, 32, 3, 3 | 1 << 31),
        "a size without a block": with_words(8, 0, 3, 3),
        "a block before the message": with_words(8, -12, 3, 3),
        "a block behind the message": with_words(8, length, 3, 3),
        "a block that ends behind the message": with_words(24, 24, 2, 3),
        "a misaligned block": with_words(24, 17, 2, 2),
        "blocks that overlap": with_words(24, -24, 0, 6),
        "a string without NUL": with_words(8, 32, 2, 3),
        "fewer bytes than the struct": polygon.memory[:39],
    }
    for what, memory in damaged.items():
        if not refuses(reader, polygon, memory):
            sys.exit(f"the page's reader takes {what}")
    for end in range(length):
        if not refuses(reader, polygon, polygon.memory[:end]):
            sys.exit(f"the page's reader takes the first {end} of {length} bytes")


def main(page_file, program, folder):
    page = pathlib.Path(page_file).read_text(encoding="utf-8")
    folder = pathlib.Path(folder)
    subprocess.run([program, folder], check=True, timeout=100)
    reader = {}
    exec(compile(re.search(r"```python\n(.*?)```", page, re.S)[1], page_file, "exec"), reader)

    names = ("polygon", "transforms", "wide", "alignment")
    published = {name: Published(folder, name, reader) for name in names}
    polygon = published["polygon"]
    check_values(**published)
    check_damage(reader, polygon)
    same("memory", fenced(page, "<!-- memory of polygon -->"), dump(polygon.memory))
    same("CDR", fenced(page, "<!-- cdr of polygon -->"), dump(polygon.cdr))
    same("layouts", fenced(page, "<!-- layouts of polygon -->"),
         "".join(layouts(polygon.type).values()))


main(*sys.argv[1:])
