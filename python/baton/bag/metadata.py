# SPDX-License-Identifier: Apache-2.0
"""What a bag holds: the file metadata.yaml of its folder, in the form of rosbag2 (version 9; 1 to 9 are read)."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from baton.bag import qos_text
from baton.bag.errors import BagError

FILE_NAME = "metadata.yaml"
VERSION = 9
_ROOT = "rosbag2_bagfile_information"


@dataclass
class Topic:
    """A recorded topic."""

    name: str
    type: str
    serialization_format: str = "cdr"
    qos: list[dict[str, Any]] = field(default_factory=list)  # of each publisher (qos_text)
    type_hash: str = ""  # RIHS01_...

    @property
    def is_service_event(self) -> bool:
        """What service introspection publishes."""
        return self.name.endswith("/_service_event") and self.type.endswith("_Event")


@dataclass
class Span:
    """Times of the first and the last message, in nanoseconds since 1970, and how many there are."""

    start_ns: int = 0
    end_ns: int = 0
    count: int = 0

    def add(self, time_ns: int) -> None:
        self.start_ns = min(self.start_ns, time_ns) if self.count else time_ns
        self.end_ns = max(self.end_ns, time_ns)
        self.count += 1

    def join(self, other: Span) -> None:
        if not other.count:
            return
        self.start_ns = min(self.start_ns, other.start_ns) if self.count else other.start_ns
        self.end_ns = max(self.end_ns, other.end_ns)
        self.count += other.count

    @property
    def duration_ns(self) -> int:
        return max(0, self.end_ns - self.start_ns)


@dataclass
class BagFile:
    """One file of a bag; `path` is relative to the bag's folder."""

    path: str
    span: Span


@dataclass
class Metadata:
    """What a bag holds."""

    storage: str = ""
    topics: list[Topic] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)  # messages by topic
    files: list[BagFile] = field(default_factory=list)
    custom_data: dict[str, str] = field(default_factory=dict)
    compression_format: str = ""
    compression_mode: str = ""
    ros_distro: str = ""
    span: Span = field(default_factory=Span)

    def add_file(self, one: BagFile, topics: list[tuple[Topic, int]]) -> None:
        self.files.append(one)
        self.span.join(one.span)
        known = {topic.name for topic in self.topics}
        self.topics += [topic for topic, _ in topics if topic.name not in known]
        for topic, count in topics:
            self.counts[topic.name] = self.counts.get(topic.name, 0) + count


def distro() -> str:
    return os.environ.get("ROS_DISTRO", "")


def _span(span: Span) -> dict[str, Any]:
    return {
        "duration": {"nanoseconds": span.duration_ns},
        "starting_time": {"nanoseconds_since_epoch": span.start_ns},
        "message_count": span.count,
    }


def to_yaml(metadata: Metadata) -> str:
    import yaml

    topics = [
        {
            "topic_metadata": {
                "name": topic.name,
                "type": topic.type,
                "serialization_format": topic.serialization_format,
                "offered_qos_profiles": topic.qos,
                "type_description_hash": topic.type_hash,
            },
            "message_count": metadata.counts.get(topic.name, 0),
        }
        for topic in metadata.topics
    ]
    whole = {
        "version": VERSION,
        "storage_identifier": metadata.storage,
        **_span(metadata.span),
        "topics_with_message_count": topics,
        "compression_format": metadata.compression_format,
        "compression_mode": metadata.compression_mode,
        "relative_file_paths": [one.path for one in metadata.files],
        "files": [{"path": one.path, **_span(one.span)} for one in metadata.files],
        "custom_data": metadata.custom_data or None,
        "ros_distro": metadata.ros_distro,
    }

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: Any) -> bool:
            return True

    return yaml.dump({_ROOT: whole}, Dumper=Dumper, sort_keys=False, allow_unicode=True)


def save(folder: Path, metadata: Metadata) -> None:
    """Replaces the file, so that a reader never sees a part of it."""
    partial = folder / f".{FILE_NAME}.partial"
    partial.write_text(to_yaml(metadata), encoding="utf-8")
    partial.replace(folder / FILE_NAME)


def _read_span(known: dict[str, Any]) -> Span:
    start = int(known["starting_time"]["nanoseconds_since_epoch"])
    count = int(known["message_count"])
    return Span(start, start + int(known["duration"]["nanoseconds"]), count)


def load(folder: Path) -> Metadata:
    """Throws BagError where the file is not what it should be, FileNotFoundError where there is none."""
    import yaml

    path = folder / FILE_NAME
    text = path.read_text(encoding="utf-8")
    try:
        known = yaml.safe_load(text)[_ROOT]
        metadata = Metadata(
            storage=str(known["storage_identifier"]),
            custom_data=dict(known.get("custom_data") or {}),
            compression_format=str(known.get("compression_format") or ""),
            compression_mode=str(known.get("compression_mode") or "").lower(),
            ros_distro=str(known.get("ros_distro") or ""),
            span=_read_span(known),
        )
        for entry in known.get("topics_with_message_count") or []:
            one = entry["topic_metadata"]
            topic = Topic(
                str(one["name"]),
                str(one["type"]),
                str(one.get("serialization_format") or "cdr"),
                qos_text.parse(one.get("offered_qos_profiles")),
                str(one.get("type_description_hash") or ""),
            )
            metadata.topics.append(topic)
            metadata.counts[topic.name] = int(entry["message_count"])
        spans = {str(one["path"]): _read_span(one) for one in known.get("files") or []}
        for name in known["relative_file_paths"] or []:
            # Before version 3 with the folder's own name in front.
            name = str(name) if (folder / name).exists() else Path(name).name
            metadata.files.append(BagFile(name, spans.get(name, Span())))
    except (yaml.YAMLError, BagError, KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"has no {error}" if isinstance(error, KeyError) else str(error)
        raise BagError(
            f"'{path}' is no description of a bag: {what}; `baton bag reindex {folder}` makes it anew"
        ) from None
    return metadata
