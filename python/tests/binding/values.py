# SPDX-License-Identifier: Apache-2.0
"""Values for every field of every message, from a seed."""

import random
import struct

from baton.interfaces import message_class
from baton.native import _native

INTEGERS = {
    2: (-(1 << 7), (1 << 7) - 1),
    3: (0, (1 << 8) - 1),
    4: (-(1 << 15), (1 << 15) - 1),
    5: (0, (1 << 16) - 1),
    6: (-(1 << 31), (1 << 31) - 1),
    7: (0, (1 << 32) - 1),
    8: (-(1 << 63), (1 << 63) - 1),
    9: (0, (1 << 64) - 1),
    13: (0, 255),
}


def value_of(chance, kind, string_bound, nested):
    if kind == 1:
        return fill(chance, message_class(nested)())
    if kind in INTEGERS:
        return chance.randint(*INTEGERS[kind])
    if kind == 10:
        return struct.unpack("f", struct.pack("f", chance.uniform(-1e6, 1e6)))[0]
    if kind == 11:
        return chance.uniform(-1e9, 1e9)
    if kind == 14:
        return chance.choice("aé☃")
    if kind == 15:
        return chance.random() < 0.5
    if kind == 16:
        return bytes([chance.randrange(256)])
    length = chance.randint(0, min(string_bound or 12, 12))
    return "".join(chance.choice("abcäöü☃ \n") for _ in range(length))


def fill(chance, message):
    """Sets every field; returns the message."""
    for name, kind, shape, count, string_bound, nested in _native.describe_fields(type(message)):
        if shape == 0:
            setattr(message, name, value_of(chance, kind, string_bound, nested))
            continue
        size = count if shape == 1 else chance.randint(0, min(count or 5, 5))
        values = [value_of(chance, kind, string_bound, nested) for _ in range(size)]
        setattr(message, name, values)
    return message


def generate(type_name, seed=1):
    return fill(random.Random(f"{type_name}/{seed}"), message_class(type_name)())
