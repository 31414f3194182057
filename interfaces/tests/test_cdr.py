# SPDX-License-Identifier: Apache-2.0
"""CDR of every type against rosbags, byte for byte and both ways; `cdr_peer` is our side.

BATON_CDR_PEER says where that program is.
"""

import contextlib
import functools
import os
import random
import struct
import subprocess
from pathlib import Path

import pytest
import rosbags_reading as ours
from generated_interfaces import describe
from random_messages import RandomMessages, default_message
from rosbags.typesys.store import Typestore

MESSAGES_OF_A_TYPE = 8
MESSAGE, REFUSED, DISAGREEMENT = range(3)

LITTLE_ENDIAN = b"\x00\x01\x00\x00"
BIG_ENDIAN = b"\x00\x00\x00\x00"


def rosbags_store():
    store = Typestore()
    store.register(ours.all_types())
    return store


STORE = rosbags_store()
# Services and actions themselves are not sent.
SENT = sorted(STORE.fielddefs.keys() - ours.interface_names())


class Peer:
    """The program; started again after a test that it did not survive."""

    def __init__(self, program):
        self._program = program
        self._process = None

    def ask(self, name, cdr=b""):
        """(MESSAGE, bytes), (REFUSED, text) or (DISAGREEMENT, text)."""
        if self._process is None:
            self._process = subprocess.Popen(
                [self._program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        head = b""
        with contextlib.suppress(BrokenPipeError):
            for part in (name.encode(), bytes(cdr)):
                self._process.stdin.write(struct.pack("=I", len(part)) + part)
            self._process.stdin.flush()
            head = self._process.stdout.read(8)
        if len(head) != 8:
            pytest.fail(f"cdr_peer ended with status {self.close()} at {name}")
        answer, size = struct.unpack("=II", head)
        return answer, self._process.stdout.read(size)

    def close(self):
        process, self._process = self._process, None
        if process is None:
            return 0
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        status = process.wait(timeout=60)
        process.stdout.close()
        return status


@pytest.fixture(scope="module")
def peer():
    program = Path(os.environ.get("BATON_CDR_PEER", ""))
    if not program.is_file():
        pytest.fail("set BATON_CDR_PEER to the program cdr_peer of a build")
    peer = Peer(program)
    yield peer
    assert peer.close() == 0


@pytest.fixture(scope="module")
def defaults():
    return {name: about.get("defaults", {}) for name, about in describe().items()}


@functools.cache
def encodings(name):
    """Messages of a type as rosbags encodes them: (little endian, big endian) of each."""
    made = []
    for number in range(MESSAGES_OF_A_TYPE):
        message = RandomMessages(STORE, f"{name} {number}").make(name)
        made.append(
            tuple(
                bytes(STORE.serialize_cdr(message, name, little_endian=little_endian))
                for little_endian in (True, False)
            )
        )
    return made


@pytest.mark.parametrize("name", SENT)
def test_what_rosbags_encodes_comes_back_byte_for_byte(peer, name):
    for little, _ in encodings(name):
        assert peer.ask(name, little) == (MESSAGE, little)


@pytest.mark.parametrize("name", SENT)
def test_big_endian_is_the_same_message(peer, name):
    for little, big in encodings(name):
        assert peer.ask(name, big) == (MESSAGE, little)


@pytest.mark.parametrize("name", SENT)
def test_what_we_encode_is_what_rosbags_decodes(peer, name):
    for _, big in encodings(name):
        answer, encoded = peer.ask(name, big)
        assert answer == MESSAGE, encoded
        decoded = STORE.deserialize_cdr(encoded, name)
        # Compared as bytes: NaN is not equal to itself.
        assert bytes(STORE.serialize_cdr(decoded, name, little_endian=False)) == big


@pytest.mark.parametrize("name", SENT)
def test_a_new_message_has_zeros_and_the_defaults_of_its_definition(peer, defaults, name):
    expected = STORE.serialize_cdr(default_message(STORE, name, defaults), name)
    assert peer.ask(name) == (MESSAGE, bytes(expected))


@pytest.mark.parametrize("name", SENT)
def test_a_message_that_was_cut_short_is_refused(peer, name):
    for cdr in encodings(name)[0]:
        # Everywhere near both ends, and at some places in between.
        size = len(cdr)
        ends = {*range(12), *range(size - 12, size), *range(0, size, size // 12 + 1)}
        for end in sorted(ends & set(range(1, size))):
            answer, text = peer.ask(name, cdr[:end])
            assert answer == REFUSED, (end, size, text)


@pytest.mark.parametrize("name", SENT)
def test_damaged_bytes_are_refused_or_read_the_same_way_by_both_decoders(peer, name):
    chance = random.Random(name)
    for little, big in encodings(name):
        cdr = bytearray(chance.choice([little, big]))
        for _ in range(chance.randint(1, 3)):
            cdr[chance.randrange(4, len(cdr))] = chance.choice([0, 1, 2, 127, 128, 255])
        # The peer says DISAGREEMENT if its two decoders do not agree.
        answer, text = peer.ask(name, cdr)
        assert answer in (MESSAGE, REFUSED), text


# rosbags knows no wide strings: bytes by hand, as Fast CDR 1 writes them for ROS 2.
@pytest.mark.parametrize("text", ["", "a", "Grüße", "東京", "\U0001f600"])
def test_wide_strings_take_four_bytes_for_each_16_bit_unit(peer, text):
    units = struct.unpack(f"<{len(text.encode('utf-16-le')) // 2}H", text.encode("utf-16-le"))
    little, big = (
        head + struct.pack(f"{order}{len(units) + 1}I", len(units), *units)
        for head, order in ((LITTLE_ENDIAN, "<"), (BIG_ENDIAN, ">"))
    )
    assert peer.ask("example_interfaces/msg/WString", little) == (MESSAGE, little)
    assert peer.ask("example_interfaces/msg/WString", big) == (MESSAGE, little)


def _dimensions(count):
    return struct.pack("<B3xI", 1, count) + bytes(8 * count) + bytes(4)


def _type_name(size):
    text = struct.pack("<I", size + 1) + b"x" * size + b"\0"
    return text + bytes(-len(text) % 4) + bytes(4)


def _payload(count):
    sequence = struct.pack("<I", count) + bytes(count)
    return sequence + bytes(-len(sequence) % 8) + bytes(16)


@pytest.mark.parametrize(
    "name, cdr_with, most",
    [
        ("shape_msgs/msg/SolidPrimitive", _dimensions, 3),
        ("type_description_interfaces/msg/IndividualTypeDescription", _type_name, 255),
        ("performance_test/msg/BoundedSequence1k", _payload, 1024),
    ],
)
def test_the_bound_is_allowed_and_one_more_is_refused(peer, name, cdr_with, most):
    assert peer.ask(name, LITTLE_ENDIAN + cdr_with(most))[0] == MESSAGE
    assert peer.ask(name, LITTLE_ENDIAN + cdr_with(most + 1))[0] == REFUSED


def test_every_type_of_the_definitions_is_tried():
    assert len(SENT) > 300
