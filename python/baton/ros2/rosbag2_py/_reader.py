# SPDX-License-Identifier: Apache-2.0
"""Reads bags, under the names of rosbag2_py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from baton.bag.reader import BagReader
from baton.bag.writer import STORAGES
from rosbag2_py._storage import (
    BagMetadata,
    ConverterOptions,
    MessageDefinition,
    ReadOrder,
    ReadOrderSortBy,
    StorageFilter,
    StorageOptions,
    TopicMetadata,
    describe,
    topics_of,
)


def get_registered_readers() -> set[str]:
    return set(STORAGES)


class SequentialReader:
    """Messages in the order of their times. Not thread-safe. Errors: RuntimeError, BagError.

        reader = rosbag2_py.SequentialReader()
        reader.open_uri("my_bag")
        while reader.has_next():
            topic, data, time_ns = reader.read_next()
            message = deserialize_message(data, String)
    """

    def __init__(self) -> None:
        self._bag: BagReader | None = None
        self._filter: StorageFilter | None = None
        self._from_ns = 0
        self._until_ns = -1
        self._messages: Iterator[tuple[str, int, bytes]] | None = None
        self._next: tuple[str, int, bytes] | None = None
        self._read_last: list[tuple[str, int, bytes]] = []  # those of the last time

    def open(self, storage_options: StorageOptions, converter_options: ConverterOptions) -> None:
        self.open_uri(storage_options.uri)
        self._from_ns = max(0, storage_options.start_time_ns)
        self._until_ns = storage_options.end_time_ns

    def open_uri(self, uri: str) -> None:
        self.close()
        self._bag = BagReader(Path(uri))
        self._from_ns, self._until_ns = 0, -1
        self._read_last = []

    def close(self) -> None:
        if self._bag is not None:
            self._rewind()
            self._bag.close()
            self._bag = None

    def _opened(self) -> BagReader:
        if self._bag is None:
            raise RuntimeError("Bag is not open. Call open() before reading.")
        return self._bag

    def _rewind(self) -> None:
        self._messages = self._next = None

    def set_read_order(self, read_order: ReadOrder) -> bool:
        """False: only the order of times is there."""
        return read_order.sort_by == ReadOrderSortBy.ReceivedTimestamp and not read_order.reverse

    def set_filter(self, storage_filter: StorageFilter) -> None:
        """What was read before is not read again: seek() goes back."""
        self._opened()
        self._filter = storage_filter
        self._rewind()

    def reset_filter(self) -> None:
        self.set_filter(StorageFilter())

    def seek(self, timestamp: int) -> None:
        """To the first message at or behind that time, in nanoseconds."""
        self._opened()
        self._from_ns = max(0, timestamp)
        self._read_last = []
        self._rewind()

    def _chosen(self) -> set[str] | None:
        if self._filter is None:
            return None
        one = self._filter
        named = {*one.topics, *one.services_events}
        excluded = {*one.exclude_topics, *one.exclude_service_events}
        found = set()
        for topic in self._opened().metadata.topics:
            name = topic.name
            if name in excluded or (one.regex_to_exclude and re.search(one.regex_to_exclude, name)):
                continue
            by_regex = bool(one.regex and re.search(one.regex, name))
            if name in named or by_regex or not (named or one.regex):
                found.add(name)
        return found

    def has_next(self) -> bool:
        bag = self._opened()
        if self._messages is None:
            self._messages = bag.messages(self._chosen(), self._from_ns)
            again = list(self._read_last)
            self._next = next(self._messages, None)
            while self._next is not None and self._next in again:
                again.remove(self._next)
                self._next = next(self._messages, None)
        elif self._next is None:
            self._next = next(self._messages, None)
        if self._next is not None and 0 <= self._until_ns < self._next[1]:
            self._next = None
            self._messages = iter(())
        return self._next is not None

    def read_next(self) -> tuple[str, bytes, int]:
        """(topic, data in CDR, time in ns)"""
        if not self.has_next() or self._next is None:
            raise RuntimeError("Bag is at end. No next message.")
        topic, time_ns, data = self._next
        if self._read_last and self._read_last[0][1] != time_ns:
            self._read_last = []
        self._read_last.append(self._next)
        self._from_ns = time_ns
        self._next = None
        return topic, data, time_ns

    def get_metadata(self) -> BagMetadata:
        return describe(self._opened())

    def get_all_topics_and_types(self) -> list[TopicMetadata]:
        return topics_of(self._opened())

    def get_all_message_definitions(self) -> list[MessageDefinition]:
        hashes = {one.type: one.type_hash for one in self._opened().metadata.topics}
        return [
            MessageDefinition(name, one.encoding, one.text, hashes.get(name, ""))
            for name, one in self._opened().definitions().items()
        ]


class SequentialCompressionReader(SequentialReader):
    """A bag says itself whether it is compressed."""
