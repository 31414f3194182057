# SPDX-License-Identifier: Apache-2.0
"""Writes bags, under the names of rosbag2_py."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from baton.bag.definition_text import Definition, definition_of
from baton.bag.writer import STORAGES, BagWriter, default_storage
from rosbag2_py._storage import (
    ConverterOptions,
    MessageDefinition,
    StorageOptions,
    TopicMetadata,
)

_NS_PER_S = 1_000_000_000


def get_registered_writers() -> set[str]:
    return set(STORAGES)


def get_registered_compressors() -> set[str]:
    return {"zstd"}


def get_registered_serializers() -> set[str]:
    return {"cdr"}


class CompressionMode(IntEnum):
    NONE = 0
    FILE = 1
    MESSAGE = 2


def compression_mode_from_string(mode: str) -> CompressionMode:
    """None for what is no mode."""
    return CompressionMode.__members__.get(mode.upper(), CompressionMode.NONE)


def compression_mode_to_string(mode: CompressionMode) -> str:
    return CompressionMode(mode).name


@dataclass
class CompressionOptions:
    compression_format: str = ""
    compression_mode: CompressionMode = CompressionMode.NONE
    compression_queue_size: int = 1
    compression_threads: int = 0
    thread_priority: int | None = None


class SequentialWriter:
    """Writes a new bag, which is closed with this object, at the latest. Not thread-safe. Errors:
    RuntimeError, BagError, OSError.

        writer = rosbag2_py.SequentialWriter()
        writer.open(rosbag2_py.StorageOptions(uri="my_bag", storage_id="mcap"), ConverterOptions("", ""))
        writer.create_topic(TopicMetadata(id=0, name="chatter", type="std_msgs/msg/String"))
        writer.write("chatter", serialize_message(message), node.get_clock().now().nanoseconds)
    """

    _compressed = False

    def __init__(self) -> None:
        self._bag: BagWriter | None = None
        self._end: weakref.finalize | None = None

    def open(self, storage_options: StorageOptions, converter_options: ConverterOptions) -> None:
        self.close()
        preset = storage_options.storage_preset_profile
        self._bag = BagWriter(
            Path(storage_options.uri),
            storage_options.storage_id or default_storage(),
            compressed=self._compressed or preset.startswith("zstd"),
            resilient=preset == "resilient",
            most_bytes=storage_options.max_bagfile_size,
            most_ns=storage_options.max_bagfile_duration * _NS_PER_S,
            custom_data=storage_options.custom_data,
        )
        # Programs seldom close it themselves.
        self._end = weakref.finalize(self, self._bag.close)

    def _opened(self) -> BagWriter:
        if self._bag is None:
            raise RuntimeError("Bag is not open. Call open() before writing.")
        return self._bag

    def create_topic(
        self, topic: TopicMetadata, message_definition: MessageDefinition | None = None
    ) -> None:
        definition = (
            definition_of(topic.type)
            if message_definition is None
            else Definition(
                message_definition.encoding, message_definition.encoded_message_definition
            )
        )
        self._opened().create_topic(topic._to_own(), definition)

    def remove_topic(self, topic: TopicMetadata) -> None:
        """Does nothing: a topic without messages takes no room."""

    def write(self, topic_name: str, message: bytes, time_stamp: int) -> None:
        self._opened().write(topic_name, time_stamp, bytes(message))

    def split_bagfile(self) -> None:
        self._opened().split()

    def take_snapshot(self) -> bool:
        """False: there is no snapshot mode."""
        return False

    def close(self) -> None:
        if self._end is not None:
            self._end()
            self._end = self._bag = None


class SequentialCompressionWriter(SequentialWriter):
    """Compresses the chunks of MCAP."""

    _compressed = True

    def __init__(self, compression_options: CompressionOptions | None = None) -> None:
        super().__init__()
        if compression_options is not None:
            self._compressed = compression_options.compression_mode != CompressionMode.NONE
