# SPDX-License-Identifier: Apache-2.0
"""Fixtures: bags in both storages."""

import pytest

from baton.bag.definition_text import Definition
from baton.bag.metadata import Topic
from baton.bag.writer import STORAGES, BagWriter

TEXT = Topic(
    "/text",
    "std_msgs/msg/String",
    qos=[
        {
            "history": "keep_last",
            "depth": 7,
            "reliability": "reliable",
            "durability": "transient_local",
            "deadline": {"sec": 9223372036, "nsec": 854775807},
            "lifespan": {"sec": 9223372036, "nsec": 854775807},
            "liveliness": "automatic",
            "liveliness_lease_duration": {"sec": 9223372036, "nsec": 854775807},
            "avoid_ros_namespace_conventions": False,
        }
    ],
    type_hash="RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18",
)
COUNT = Topic("/count", "std_msgs/msg/Int32")
DEFINITIONS = {
    TEXT.type: Definition("ros2msg", "string data"),
    COUNT.type: Definition("ros2msg", "int32 data"),
}
START_NS = 1_700_000_000_000_000_000


def cdr_text(text: str) -> bytes:
    return b"\0\1\0\0" + (len(text) + 1).to_bytes(4, "little") + text.encode() + b"\0"


def cdr_count(number: int) -> bytes:
    return b"\0\1\0\0" + number.to_bytes(4, "little")


@pytest.fixture(params=STORAGES)
def storage(request) -> str:
    return request.param


def fill(bag: BagWriter, count: int) -> None:
    """A text and a number each 10 ms."""
    for topic in (TEXT, COUNT):
        bag.create_topic(topic, DEFINITIONS[topic.type])
    for number in range(count):
        time_ns = START_NS + number * 10_000_000
        bag.write("/text", time_ns, cdr_text(f"text {number}"))
        bag.write("/count", time_ns + 5_000_000, cdr_count(number))


@pytest.fixture
def make_bag(tmp_path, storage):
    def make(name: str = "bag", count: int = 20, **options):
        folder = tmp_path / name
        with BagWriter(folder, storage, **options) as bag:
            fill(bag, count)
        return folder

    return make
