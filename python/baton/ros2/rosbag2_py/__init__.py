# SPDX-License-Identifier: Apache-2.0
"""rosbag2_py, by Baton's bags (docs/bags.md). Player and Recorder are not there: `baton bag` is."""

from rosbag2_py._info import Info, Reindexer
from rosbag2_py._reader import SequentialCompressionReader, SequentialReader, get_registered_readers
from rosbag2_py._storage import (
    BagMetadata,
    ConverterOptions,
    FileInformation,
    LocalMessageDefinitionSource,
    MessageDefinition,
    MetadataIo,
    ReadOrder,
    ReadOrderSortBy,
    StorageFilter,
    StorageOptions,
    TopicInformation,
    TopicMetadata,
    convert_rclcpp_qos_to_rclpy_qos,
    get_default_storage_id,
    to_rclcpp_qos_vector,
)
from rosbag2_py._writer import (
    CompressionMode,
    CompressionOptions,
    SequentialCompressionWriter,
    SequentialWriter,
    get_registered_compressors,
    get_registered_serializers,
    get_registered_writers,
)

__all__ = [
    "BagMetadata",
    "CompressionMode",
    "CompressionOptions",
    "ConverterOptions",
    "FileInformation",
    "Info",
    "LocalMessageDefinitionSource",
    "MessageDefinition",
    "MetadataIo",
    "ReadOrder",
    "ReadOrderSortBy",
    "Reindexer",
    "SequentialCompressionReader",
    "SequentialCompressionWriter",
    "SequentialReader",
    "SequentialWriter",
    "StorageFilter",
    "StorageOptions",
    "TopicInformation",
    "TopicMetadata",
    "convert_rclcpp_qos_to_rclpy_qos",
    "get_default_storage_id",
    "get_registered_compressors",
    "get_registered_readers",
    "get_registered_serializers",
    "get_registered_writers",
    "to_rclcpp_qos_vector",
]
