# SPDX-License-Identifier: Apache-2.0
"""What bags are described with, under the names of rosbag2_py."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

from baton.bag import metadata as own
from baton.bag import qos_text
from baton.bag.definition_text import definition_of
from baton.bag.reader import BagReader
from baton.bag.writer import default_storage
from baton.duration import Duration
from baton.time import Time


def get_default_storage_id() -> str:
    return default_storage()


def to_rclcpp_qos_vector(serialized_profiles: str, version: int) -> list[Any]:
    """Profiles of a text that rosbag2 has written, of any version."""
    return [qos_text.to_profile(one) for one in qos_text.parse(serialized_profiles)]


def convert_rclcpp_qos_to_rclpy_qos(profile: Any) -> Any:
    """There is one kind of profile."""
    return profile


@dataclass
class StorageOptions:
    uri: str
    storage_id: str = ""
    max_bagfile_size: int = 0
    max_bagfile_duration: int = 0  # seconds
    max_cache_size: int = 0
    storage_preset_profile: str = ""
    storage_config_uri: str = ""
    snapshot_mode: bool = False
    start_time_ns: int = -1
    end_time_ns: int = -1
    custom_data: dict[str, str] = field(default_factory=dict)


@dataclass
class ConverterOptions:
    input_serialization_format: str = ""
    output_serialization_format: str = ""


@dataclass
class StorageFilter:
    topics: list[str] = field(default_factory=list)
    services_events: list[str] = field(default_factory=list)
    regex: str = ""
    exclude_topics: list[str] = field(default_factory=list)
    exclude_service_events: list[str] = field(default_factory=list)
    regex_to_exclude: str = ""


class ReadOrderSortBy(IntEnum):
    ReceivedTimestamp = 0
    PublishedTimestamp = 1
    File = 2


@dataclass
class ReadOrder:
    sort_by: ReadOrderSortBy = ReadOrderSortBy.ReceivedTimestamp
    reverse: bool = False


@dataclass
class MessageDefinition:
    topic_type: str
    encoding: str
    encoded_message_definition: str
    type_hash: str


class LocalMessageDefinitionSource:
    def get_full_text(self, topic_type: str) -> MessageDefinition:
        known = definition_of(topic_type)
        return MessageDefinition(topic_type, known.encoding, known.text, "")


@dataclass
class TopicMetadata:
    """Before Jazzy there was no `id`: the name came first. Give them by their names."""

    id: int = 0
    name: str = ""
    type: str = ""
    serialization_format: str = "cdr"
    offered_qos_profiles: Any = field(default_factory=list)  # QoSProfile each, or rosbag2's text
    type_description_hash: str = ""

    def equals(self, other: TopicMetadata) -> bool:
        return self == other

    def _to_own(self) -> own.Topic:
        offered = self.offered_qos_profiles
        profiles = (
            qos_text.parse(offered)
            if isinstance(offered, str)
            else [qos_text.of_profile(one) for one in offered]
        )
        return own.Topic(
            self.name, self.type, self.serialization_format, profiles, self.type_description_hash
        )


@dataclass
class TopicInformation:
    topic_metadata: TopicMetadata
    message_count: int


@dataclass
class FileInformation:
    path: str
    starting_time: Time
    duration: datetime.timedelta
    message_count: int


@dataclass
class BagMetadata:
    version: int = own.VERSION
    bag_size: int = 0
    storage_identifier: str = ""
    relative_file_paths: list[str] = field(default_factory=list)
    files: list[FileInformation] = field(default_factory=list)
    duration: Duration = field(default_factory=Duration)
    starting_time: Time = field(default_factory=Time)
    message_count: int = 0
    topics_with_message_count: list[TopicInformation] = field(default_factory=list)
    compression_format: str = ""
    compression_mode: str = ""
    custom_data: dict[str, str] = field(default_factory=dict)
    ros_distro: str = ""


def topics_of(bag: BagReader) -> list[TopicMetadata]:
    return [
        TopicMetadata(
            number,
            one.name,
            one.type,
            one.serialization_format,
            [qos_text.to_profile(profile) for profile in one.qos],
            one.type_hash,
        )
        for number, one in enumerate(bag.metadata.topics, 1)
    ]


def describe(bag: BagReader) -> BagMetadata:
    whole = bag.metadata
    return BagMetadata(
        bag_size=bag.size_bytes,
        storage_identifier=whole.storage,
        relative_file_paths=[one.path for one in whole.files],
        files=[
            FileInformation(
                one.path,
                Time(nanoseconds=one.span.start_ns),
                datetime.timedelta(microseconds=one.span.duration_ns / 1000),
                one.span.count,
            )
            for one in whole.files
        ],
        duration=Duration(nanoseconds=whole.span.duration_ns),
        starting_time=Time(nanoseconds=whole.span.start_ns),
        message_count=whole.span.count,
        topics_with_message_count=[
            TopicInformation(one, whole.counts.get(one.name, 0)) for one in topics_of(bag)
        ],
        compression_format=whole.compression_format,
        compression_mode=whole.compression_mode,
        custom_data=dict(whole.custom_data),
        ros_distro=whole.ros_distro,
    )


class MetadataIo:
    """Reads descriptions; bags write their own."""

    def metadata_file_exists(self, uri: str) -> bool:
        return (Path(uri) / own.FILE_NAME).is_file()

    def read_metadata(self, uri: str) -> BagMetadata:
        with BagReader(Path(uri)) as bag:
            return describe(bag)
