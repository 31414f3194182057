# SPDX-License-Identifier: Apache-2.0
"""One file of a bag in MCAP, by the package `mcap`, as rosbag2's storage `mcap` has it."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baton.bag import qos_text
from baton.bag.definition_text import Definition
from baton.bag.errors import BagError
from baton.bag.metadata import Metadata, Span, Topic, to_yaml

if TYPE_CHECKING:
    from mcap.records import Channel, Schema

SUFFIX = ".mcap"
NAME = "mcap"
CURE = (
    "install it (pip install 'mcap>=1.6'; into Debian's Python with --break-system-packages), "
    "or write SQLite: `--storage sqlite3`, in a program storage_id='sqlite3'"
)
# rosbag2's.
_CHUNK_BYTES = 768 * 1024
_MAGIC = b"\x89MCAP0\r\n"
# Messages of a file without an index are put in order among so many bytes.
_ORDERED_BYTES = 64 << 20


def is_there() -> bool:
    """In a version that has what is used here."""
    try:
        from mcap.writer import Writer
    except ImportError:
        return False
    return hasattr(Writer, "flush")


def _require() -> None:
    if not is_there():
        raise BagError(f"bags in MCAP need the Python package mcap (1.6 or newer): {CURE}")


class McapWriter:
    """Writes a file that must not exist. What flush() has returned for survives a kill of the
    process. Thread safety: one thread."""

    def __init__(self, path: Path, compressed: bool = False) -> None:
        _require()
        from mcap.writer import CompressionType, Writer

        self._file = open(path, "xb")  # noqa: SIM115
        self._writer = Writer(
            self._file,
            chunk_size=_CHUNK_BYTES,
            compression=CompressionType.ZSTD if compressed else CompressionType.NONE,
        )
        self._writer.start(profile="ros2")
        self._schemas: dict[str, int] = {}
        self._channels: dict[str, int] = {}
        self._sequences: dict[str, int] = {}
        self._written_bytes = 0

    def create_topic(self, topic: Topic, definition: Definition) -> None:
        if topic.type not in self._schemas:
            self._schemas[topic.type] = self._writer.register_schema(
                topic.type, definition.encoding, definition.text.encode()
            )
        self._channels[topic.name] = self._writer.register_channel(
            topic.name,
            topic.serialization_format,
            self._schemas[topic.type],
            {"offered_qos_profiles": qos_text.dump(topic.qos), "topic_type_hash": topic.type_hash},
        )
        self._sequences[topic.name] = 0

    def write(self, topic: str, time_ns: int, data: bytes) -> None:
        self._writer.add_message(
            self._channels[topic], time_ns, data, time_ns, self._sequences[topic]
        )
        self._sequences[topic] = (self._sequences[topic] + 1) & 0xFFFFFFFF
        self._written_bytes += len(data) + 32

    def flush(self) -> None:
        # A chunk is in memory until it is full or, as here, is ended before.
        self._writer.flush()

    @property
    def size_bytes(self) -> int:
        return self._written_bytes

    def close(self, metadata: Metadata) -> None:
        try:
            self.flush()
            self._writer.add_metadata("rosbag2", {"serialized_metadata": to_yaml(metadata)})
            self._writer.finish()
        finally:
            self._file.close()


class McapReader:
    """Reads a file, one without an end too: as far as it goes. Thread safety: one thread at a time."""

    def __init__(self, path: Path) -> None:
        _require()
        from mcap.reader import SeekingReader

        self._path = path
        self._file = open(path, "rb")  # noqa: SIM115
        if not _MAGIC.startswith(self._file.read(len(_MAGIC))):
            self._file.close()
            raise BagError(f"'{path}' is no bag in MCAP")
        self._file.seek(0)
        # What a broken file makes of the package is not known: any exception may come.
        try:
            self._summary = SeekingReader(self._file).get_summary()
        except Exception:
            self._summary = None
        if self._summary is not None and self._summary.statistics is None:
            self._summary = None
        self._scanned: tuple[dict[str, Topic], dict[str, int], dict[str, Definition], Span] | None = None
        if self._summary is None:
            self._scan()

    @property
    def is_whole(self) -> bool:
        """False where the recorder was killed before it had written the file's end."""
        return self._summary is not None

    def _scan(self) -> None:
        topics: dict[str, Topic] = {}
        counts: dict[str, int] = {}
        definitions: dict[str, Definition] = {}
        span = Span()
        for schema, channel, message in self._records():
            if channel.topic not in topics:
                topics[channel.topic] = _topic(channel, schema)
                definitions.setdefault(*_definition(schema))
            counts[channel.topic] = counts.get(channel.topic, 0) + 1
            span.add(message.log_time)
        self._scanned = (topics, counts, definitions, span)

    def _records(self) -> Iterator[tuple[Any, Any, Any]]:
        """(schema, channel, message) in the order of the file, as far as it goes."""
        from mcap.records import Channel, Message, Schema
        from mcap.stream_reader import StreamReader

        self._file.seek(0)
        schemas: dict[int, Schema] = {}
        channels: dict[int, Channel] = {}
        # A file that is cut has no end, and a record may say any length.
        limit = max(1, self._path.stat().st_size)
        try:
            for record in StreamReader(self._file, record_size_limit=limit).records:
                if isinstance(record, Schema):
                    schemas[record.id] = record
                elif isinstance(record, Channel):
                    channels[record.id] = record
                elif isinstance(record, Message) and record.channel_id in channels:
                    channel = channels[record.channel_id]
                    yield schemas.get(channel.schema_id), channel, record
        except Exception as error:
            if self._summary is not None:
                raise BagError(f"'{self._path}' cannot be read to its end: {error}") from None

    def topics(self) -> list[tuple[Topic, int]]:
        if self._scanned is not None:
            topics, counts, _, _ = self._scanned
            return [(topic, counts[name]) for name, topic in topics.items()]
        assert self._summary is not None and self._summary.statistics is not None
        counts_by_id = self._summary.statistics.channel_message_counts
        found: dict[str, tuple[Topic, int]] = {}
        for id_, channel in self._summary.channels.items():
            topic = _topic(channel, self._summary.schemas.get(channel.schema_id))
            before = found[topic.name][1] if topic.name in found else 0
            found[topic.name] = (topic, before + counts_by_id.get(id_, 0))
        return list(found.values())

    def definitions(self) -> dict[str, Definition]:
        if self._scanned is not None:
            return self._scanned[2]
        assert self._summary is not None
        return dict(_definition(schema) for schema in self._summary.schemas.values())

    def span(self) -> Span:
        if self._scanned is not None:
            return self._scanned[3]
        assert self._summary is not None and self._summary.statistics is not None
        known = self._summary.statistics
        return Span(known.message_start_time, known.message_end_time, known.message_count)

    def messages(
        self, topics: set[str] | None = None, from_ns: int = 0
    ) -> Iterator[tuple[str, int, bytes]]:
        """(topic, time, data), in the order of the times."""
        if self._summary is None or not self._summary.chunk_indexes:
            yield from self._without_index(topics, from_ns)
            return
        from mcap.reader import SeekingReader

        wanted = None if topics is None else sorted(topics)
        if wanted == []:
            return
        try:
            for _, channel, message in SeekingReader(
                self._file, record_size_limit=max(1, self._path.stat().st_size)
            ).iter_messages(topics=wanted, starting_at=from_ns or None):
                yield channel.topic, message.log_time, message.data
        except Exception as error:
            raise BagError(f"'{self._path}' cannot be read to its end: {error}") from None

    def _without_index(
        self, topics: set[str] | None, from_ns: int
    ) -> Iterator[tuple[str, int, bytes]]:
        """A file may be larger than the memory: messages are sorted among those near them, as a recorder
        wrote them almost in order."""
        waiting: list[tuple[int, int, str, bytes]] = []
        waiting_bytes = 0
        for number, (_, channel, message) in enumerate(self._records()):
            if message.log_time < from_ns or not (topics is None or channel.topic in topics):
                continue
            heapq.heappush(waiting, (message.log_time, number, channel.topic, message.data))
            waiting_bytes += len(message.data) + 100
            while waiting_bytes > _ORDERED_BYTES:
                time_ns, _, topic, data = heapq.heappop(waiting)
                waiting_bytes -= len(data) + 100
                yield topic, time_ns, data
        while waiting:
            time_ns, _, topic, data = heapq.heappop(waiting)
            yield topic, time_ns, data

    def close(self) -> None:
        self._file.close()


def _topic(channel: Channel, schema: Schema | None) -> Topic:
    try:
        profiles = qos_text.parse(channel.metadata.get("offered_qos_profiles"))
    except BagError:
        profiles = []  # of another recorder
    return Topic(
        channel.topic,
        schema.name if schema else "",
        channel.message_encoding,
        profiles,
        channel.metadata.get("topic_type_hash", ""),
    )


def _definition(schema: Schema | None) -> tuple[str, Definition]:
    if schema is None:
        return "", Definition()
    return schema.name, Definition(schema.encoding, schema.data.decode("utf-8", "replace"))


def mend(path: Path) -> None:
    """Writes a file without an end anew, as far as it goes."""
    reader = McapReader(path)
    try:
        if reader.is_whole:
            return
        partial = path.with_name(f".{path.name}.partial")
        partial.unlink(missing_ok=True)
        writer = McapWriter(partial)
        definitions = reader.definitions()
        topics = reader.topics()
        for topic, _ in topics:
            writer.create_topic(topic, definitions.get(topic.type, Definition()))
        for _, channel, message in reader._records():
            writer.write(channel.topic, message.log_time, message.data)
        writer.close(Metadata(storage=NAME))
        partial.replace(path)
    finally:
        reader.close()
