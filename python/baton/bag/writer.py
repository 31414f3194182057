# SPDX-License-Identifier: Apache-2.0
"""Writes a bag: a folder of files and their description."""

from __future__ import annotations

from pathlib import Path

from baton.bag import mcap_file, sqlite_file
from baton.bag.definition_text import Definition
from baton.bag.errors import BagError
from baton.bag.metadata import BagFile, Metadata, Span, Topic, distro, save

STORAGES = (mcap_file.NAME, sqlite_file.NAME)


def default_storage() -> str:
    """MCAP, as in ROS since Iron, where the package mcap is installed."""
    return mcap_file.NAME if mcap_file.is_there() else sqlite_file.NAME


class BagWriter:
    """Writes messages into a new folder. A file that is larger than `most_bytes` or spans more than
    `most_ns` is followed by another one; 0 is no limit. The description is written when the bag is
    opened and at the end of each file, so that a bag whose recorder is killed can be read
    (`BagReader`). Thread safety: one thread at a time. Errors: BagError, OSError.

        with BagWriter(Path("my_bag"), "mcap") as bag:
            bag.create_topic(Topic("/chatter", "std_msgs/msg/String"), definition)
            bag.write("/chatter", time_ns, cdr)
    """

    def __init__(
        self,
        folder: Path,
        storage: str,
        *,
        compressed: bool = False,
        resilient: bool = False,
        most_bytes: int = 0,
        most_ns: int = 0,
        custom_data: dict[str, str] | None = None,
    ) -> None:
        if storage not in STORAGES:
            raise BagError(f"there is no storage '{storage}'; there are {', '.join(STORAGES)}")
        if compressed and storage != mcap_file.NAME:
            raise BagError("only bags in MCAP are compressed: use `--storage mcap`")
        if storage == mcap_file.NAME and not mcap_file.is_there():
            raise BagError(f"bags in MCAP need the Python package mcap (1.6 or newer): {mcap_file.CURE}")
        if folder.exists():
            raise BagError(f"Output folder '{folder}' already exists.")
        self._folder = folder
        self._compressed = compressed
        self._resilient = resilient
        self._most_bytes = most_bytes
        self._most_ns = most_ns
        self._topics: dict[str, tuple[Topic, Definition]] = {}
        self._whole = Metadata(
            storage=storage, custom_data=dict(custom_data or {}), ros_distro=distro()
        )
        self._is_closed = False
        self._file: mcap_file.McapWriter | sqlite_file.SqliteWriter | None = None
        folder.mkdir(parents=True)
        self._open_file()

    def _open_file(self) -> None:
        number = len(self._whole.files)
        suffix = mcap_file.SUFFIX if self._whole.storage == mcap_file.NAME else sqlite_file.SUFFIX
        self._name = f"{self._folder.absolute().name}_{number}{suffix}"
        path = self._folder / self._name
        self._file = (
            mcap_file.McapWriter(path, self._compressed)
            if self._whole.storage == mcap_file.NAME
            else sqlite_file.SqliteWriter(path, self._resilient)
        )
        self._span = Span()
        self._counts: dict[str, int] = {}
        for topic, definition in self._topics.values():
            self._file.create_topic(topic, definition)
        self._save(with_current=True)

    def _save(self, with_current: bool) -> None:
        """The description; the file that is open stands in it without messages."""
        files = self._whole.files
        current = [BagFile(self._name, Span())] if with_current else []
        self._whole.files = files + current
        save(self._folder, self._whole)
        self._whole.files = files

    def _close_file(self) -> None:
        one = Metadata(storage=self._whole.storage, ros_distro=self._whole.ros_distro)
        counted = [(topic, self._counts.get(topic.name, 0)) for topic, _ in self._topics.values()]
        entry = BagFile(self._name, self._span)
        one.add_file(entry, counted)
        # Also one that fails is not written any more.
        file, self._file = self._opened(), None
        file.close(one)
        self._whole.add_file(entry, counted)
        self._span = Span()

    def _opened(self) -> mcap_file.McapWriter | sqlite_file.SqliteWriter:
        if self._file is None:
            raise BagError(f"the bag '{self._folder}' is closed: open another one")
        return self._file

    @property
    def folder(self) -> Path:
        return self._folder

    @property
    def message_count(self) -> int:
        return self._whole.span.count + self._span.count

    def create_topic(self, topic: Topic, definition: Definition) -> None:
        """Before the first message of the topic; a second time it does nothing."""
        if topic.name not in self._topics:
            self._opened().create_topic(topic, definition)
            self._topics[topic.name] = (topic, definition)

    def write(self, topic: str, time_ns: int, data: bytes) -> None:
        """`data` is a message in CDR, `time_ns` counts from 1970. Throws BagError for a topic that was
        not created."""
        if topic not in self._topics:
            raise BagError(f"topic '{topic}' has not been created: call create_topic() before")
        if self._span.count and (
            0 < self._most_bytes <= self._opened().size_bytes
            or 0 < self._most_ns <= time_ns - self._span.start_ns
        ):
            self.split()
        self._opened().write(topic, time_ns, data)
        self._span.add(time_ns)
        self._counts[topic] = self._counts.get(topic, 0) + 1

    def split(self) -> None:
        """What follows goes into another file."""
        self._close_file()
        self._open_file()

    def flush(self) -> None:
        """What was written survives a kill of the process from now on."""
        self._opened().flush()

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        # There is no open file where the next one could not be made.
        if self._file is not None:
            self._close_file()
        self._save(with_current=False)

    def __enter__(self) -> BagWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
