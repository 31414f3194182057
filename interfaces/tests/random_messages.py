# SPDX-License-Identifier: Apache-2.0
"""Messages of rosbags with values that show mistakes: limits, signs, odd lengths. The same seed
makes the same message on every machine.
"""

import random

import numpy
from rosbags.interfaces import Nodetype
from rosbags.serde.utils import SIZEMAP
from rosbags.typesys.base import normalize_fieldname

_TEXTS = ["", "a", "camera", "seven77", "base_link/optical", "nul\0inside", "x" * 37]
_TEXTS += ["Grüße", "東京", "\U0001f600!"]
_FLOATS = [0.0, -0.0, 1.0, -1.5, float("inf"), float("-inf"), float("nan"), 1e-40, 3.25e38]


class RandomMessages:
    def __init__(self, store, seed):
        self._store = store
        self._random = random.Random(seed)

    def make(self, name, depth=0):
        fields = {
            normalize_fieldname(field): self._value(what, depth)
            for field, what in self._store.fielddefs[name][1]
        }
        return self._store.types[name](**fields)

    def _value(self, what, depth):
        kind, rest = what
        if kind == Nodetype.BASE:
            return self._single(*rest)
        if kind == Nodetype.NAME:
            return self.make(rest, depth + 1)
        element, count = rest
        if kind == Nodetype.SEQUENCE:
            count = self._length(count, depth)
        return self._many(element, count, depth)

    def _length(self, bound, depth):
        """Few deep inside: lengths of nested sequences multiply."""
        most = 7 if depth < 2 else 3 if depth < 4 else 1
        length = self._random.choice([0, 1, 2, most, self._random.randint(0, most)])
        if bound and (self._random.random() < 0.2 or length > bound):
            return bound if bound < 8 or depth == 0 and bound <= 4096 else length
        return length

    def _many(self, element, count, depth):
        kind, rest = element
        if kind == Nodetype.NAME:
            return [self.make(rest, depth + 1) for _ in range(count)]
        if rest[0] == "string":
            return [self._single(*rest) for _ in range(count)]
        return numpy.array([self._single(*rest) for _ in range(count)], dtype=_dtype(rest[0]))

    def _single(self, name, bound):
        if name == "string":
            text = self._random.choice(_TEXTS)
            return text[:bound].encode()[:bound].decode(errors="ignore") if bound else text
        if name == "bool":
            return self._random.random() < 0.5
        if name.startswith("float"):
            value = self._random.choice([*_FLOATS, self._random.gauss(0, 1e3)])
            return float(numpy.float32(value)) if name == "float32" else value
        bits = 8 * SIZEMAP[name]
        least = 0 if name.startswith("uint") else -(2 ** (bits - 1))
        most = least + 2**bits - 1
        return self._random.choice([0, 1, least, most, self._random.randint(least, most)])


def default_message(store, name, defaults):
    """Zeros, empty sequences and texts, and what `defaults` has for a type."""
    own = defaults.get(name, {})

    def value(field, what):
        if field in own:
            return _as_rosbags_has_it(own[field], what)
        return _zero(store, what, defaults)

    fields = {
        normalize_fieldname(field): value(field, what) for field, what in store.fielddefs[name][1]
    }
    return store.types[name](**fields)


def _zero(store, what, defaults):
    kind, rest = what
    if kind == Nodetype.NAME:
        return default_message(store, rest, defaults)
    if kind == Nodetype.BASE:
        return {"string": "", "bool": False}.get(rest[0], 0)
    element, count = rest
    count = count if kind == Nodetype.ARRAY else 0
    if element[0] == Nodetype.NAME or element[1][0] == "string":
        return [_zero(store, element, defaults) for _ in range(count)]
    return numpy.zeros(count, dtype=_dtype(element[1][0]))


def _as_rosbags_has_it(value, what):
    if not isinstance(value, list):
        return value
    element = what[1][0][1][0]
    if element == "byte":  # a default may be 255, which is no int8
        return numpy.array(value, dtype="uint8").view(_dtype(element))
    return value if element == "string" else numpy.array(value, dtype=_dtype(element))


def _dtype(name):
    # To rosbags a byte is signed, which makes no difference to the bytes on the wire.
    return {"byte": "int8", "bool": "bool_"}.get(name, name)
