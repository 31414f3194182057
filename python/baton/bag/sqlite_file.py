# SPDX-License-Identifier: Apache-2.0
"""One file of a bag in SQLite, as rosbag2's storage `sqlite3` has it (its schema 4; 1 to 4 are read)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from baton.bag import qos_text
from baton.bag.definition_text import Definition
from baton.bag.errors import BagError
from baton.bag.metadata import Metadata, Span, Topic, distro, to_yaml
from baton.bag.metadata import VERSION as METADATA_VERSION

SUFFIX = ".db3"
NAME = "sqlite3"
_SCHEMA_VERSION = 4
_LEFT = ("-journal", "-wal")
# How long a reader of the same file is waited for: at a flush, which comes again, and at the end.
_WAIT_MS = 200
_WAIT_AT_END_MS = 60_000
_TABLES = """
BEGIN;
CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);
CREATE TABLE metadata(id INTEGER PRIMARY KEY, metadata_version INTEGER NOT NULL, metadata TEXT NOT NULL);
CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,
  serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL,
  type_description_hash TEXT NOT NULL);
CREATE TABLE message_definitions(id INTEGER PRIMARY KEY, topic_type TEXT NOT NULL,
  encoding TEXT NOT NULL, encoded_message_definition TEXT NOT NULL,
  type_description_hash TEXT NOT NULL);
CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, timestamp INTEGER NOT NULL,
  data BLOB NOT NULL);
CREATE INDEX timestamp_idx ON messages (timestamp ASC);
COMMIT;
"""


class SqliteWriter:
    """Writes a file that must not exist. What flush() has returned for survives a kill of the
    process. Thread safety: one thread."""

    def __init__(self, path: Path, resilient: bool = False) -> None:
        """`resilient`: what flush() has returned for survives a loss of power, too."""
        # One thread makes it, another one writes.
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        # A journal beside the file undoes a transaction that a killed process has left. Messages are
        # appended, so that little stands in it.
        self._database.execute("PRAGMA journal_mode=DELETE")
        self._database.execute(f"PRAGMA synchronous={'FULL' if resilient else 'OFF'}")
        self._database.execute(f"PRAGMA busy_timeout={_WAIT_MS}")
        self._database.executescript(_TABLES)
        self._database.execute("INSERT INTO schema VALUES (?, ?)", (_SCHEMA_VERSION, distro()))
        self._ids: dict[str, int] = {}
        self._types: set[str] = set()
        self._written_bytes = 0
        self._database.execute("BEGIN")

    def create_topic(self, topic: Topic, definition: Definition) -> None:
        self._ids[topic.name] = self._database.execute(
            "INSERT INTO topics(name, type, serialization_format, offered_qos_profiles, "
            "type_description_hash) VALUES (?, ?, ?, ?, ?)",
            (
                topic.name,
                topic.type,
                topic.serialization_format,
                qos_text.dump(topic.qos),
                topic.type_hash,
            ),
        ).lastrowid
        if topic.type not in self._types:
            self._types.add(topic.type)
            self._database.execute(
                "INSERT INTO message_definitions(topic_type, encoding, encoded_message_definition, "
                "type_description_hash) VALUES (?, ?, ?, ?)",
                (topic.type, definition.encoding, definition.text, topic.type_hash),
            )

    def write(self, topic: str, time_ns: int, data: bytes) -> None:
        self._database.execute(
            "INSERT INTO messages(topic_id, timestamp, data) VALUES (?, ?, ?)",
            (self._ids[topic], time_ns, data),
        )
        self._written_bytes += len(data) + 32

    def flush(self) -> None:
        """While another program reads the file nothing can be handed over: the next flush does it."""
        try:
            self._database.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
        else:
            self._database.execute("BEGIN")

    @property
    def size_bytes(self) -> int:
        return self._written_bytes

    def close(self, metadata: Metadata) -> None:
        try:
            self._database.execute(f"PRAGMA busy_timeout={_WAIT_AT_END_MS}")
            self._database.execute(
                "INSERT INTO metadata(metadata_version, metadata) VALUES (?, ?)",
                (METADATA_VERSION, to_yaml(metadata)),
            )
            self._database.execute("COMMIT")
        finally:
            self._database.close()


class SqliteReader:
    """Reads a file. Thread safety: one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # A transaction that a killed recorder has left is undone, for which the file must be writable.
        mode = "rw" if any(path.with_name(path.name + one).exists() for one in _LEFT) else "ro"
        try:
            self._database = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}", uri=True, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise BagError(f"cannot open '{path}': {error}") from None
        # The recorder was stopped, or the disk was full, before there were tables.
        self._is_blank = not self._ask("SELECT 1 FROM sqlite_master LIMIT 1")
        self._topics = {} if self._is_blank else self._read_topics()

    def _ask(self, question: str) -> list[tuple]:
        try:
            return self._database.execute(question).fetchall()
        except sqlite3.Error as error:
            if "readonly" in str(error):
                raise BagError(
                    f"'{self._path}' was left by a killed recorder, and must be mended before it is read: "
                    "copy the bag to a folder that can be written"
                ) from None
            raise BagError(f"'{self._path}' is no bag in SQLite: {error}") from None

    def _read_topics(self) -> dict[int, Topic]:
        columns = {row[1] for row in self._ask("PRAGMA table_info(topics)")}
        # Older files lack the last ones.
        last = ("offered_qos_profiles", "type_description_hash")
        asked = [name if name in columns else "''" for name in last]
        rows = self._ask(
            f"SELECT id, name, type, serialization_format, {', '.join(asked)} FROM topics ORDER BY id"
        )
        return {
            row[0]: Topic(row[1], row[2], row[3], qos_text.parse(row[4]), row[5]) for row in rows
        }

    def topics(self) -> list[tuple[Topic, int]]:
        if self._is_blank:
            return []
        counts = dict(self._ask("SELECT topic_id, count(*) FROM messages GROUP BY topic_id"))
        return [(topic, counts.get(id_, 0)) for id_, topic in self._topics.items()]

    def definitions(self) -> dict[str, Definition]:
        """Older files have none."""
        if not self._ask("PRAGMA table_info(message_definitions)"):
            return {}
        rows = self._ask(
            "SELECT topic_type, encoding, encoded_message_definition FROM message_definitions"
        )
        return {row[0]: Definition(row[1], row[2]) for row in rows}

    def span(self) -> Span:
        if self._is_blank:
            return Span()
        first, last, count = self._ask(
            "SELECT min(timestamp), max(timestamp), count(*) FROM messages"
        )[0]
        return Span(first or 0, last or 0, count)

    def messages(
        self, topics: set[str] | None = None, from_ns: int = 0
    ) -> Iterator[tuple[str, int, bytes]]:
        """(topic, time, data), in the order of the times."""
        if self._is_blank:
            return
        asked = [i for i, one in self._topics.items() if topics is None or one.name in topics]
        marks = ",".join("?" * len(asked))
        try:
            for id_, time_ns, data in self._database.execute(
                "SELECT topic_id, timestamp, data FROM messages WHERE timestamp >= ? "
                f"AND topic_id IN ({marks}) ORDER BY timestamp, id",
                (from_ns, *asked),
            ):
                yield self._topics[id_].name, time_ns, data
        except sqlite3.DatabaseError as error:
            raise BagError(f"'{self._path}' cannot be read to its end: {error}") from None

    def close(self) -> None:
        self._database.close()


def mend(path: Path) -> None:
    """Undoes the transaction that a killed recorder has left."""
    database = sqlite3.connect(path)
    try:
        if not database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            SqliteWriter(path).close(Metadata(storage=NAME))
        database.execute("SELECT count(*) FROM topics").fetchone()
        database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise BagError(f"'{path}' is no bag in SQLite: {error}") from None
    finally:
        database.close()
