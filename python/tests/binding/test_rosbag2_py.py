# SPDX-License-Identifier: Apache-2.0
"""rosbag2_py as programs of ROS use it."""

import subprocess
import sys

import pytest
from std_msgs.msg import Int32, String

import baton.rclpy  # noqa: F401
from baton.qos import QoSProfile


@pytest.fixture(params=["mcap", "sqlite3"])
def uri(request, tmp_path) -> str:
    import rosbag2_py
    from rclpy.serialization import serialize_message

    uri = str(tmp_path / "bag")
    writer = rosbag2_py.SequentialWriter()
    writer.open(
        rosbag2_py.StorageOptions(uri=uri, storage_id=request.param),
        rosbag2_py.ConverterOptions("", ""),
    )
    for number, (name, kind) in enumerate((("chatter", "String"), ("count", "Int32"))):
        writer.create_topic(
            rosbag2_py.TopicMetadata(
                id=number,
                name=name,
                type=f"std_msgs/msg/{kind}",
                serialization_format="cdr",
                offered_qos_profiles=[QoSProfile(depth=3)],
            )
        )
    for number in range(5):
        writer.write("chatter", serialize_message(String(data=f"text {number}")), 100 + number)
        writer.write("count", serialize_message(Int32(data=number)), 200 + number)
    del writer  # as programs do
    return uri


def read(reader) -> list:
    from rclpy.serialization import deserialize_message
    from rosidl_runtime_py.utilities import get_message

    types = {one.name: one.type for one in reader.get_all_topics_and_types()}
    found = []
    while reader.has_next():
        topic, data, time_ns = reader.read_next()
        found.append((time_ns, deserialize_message(data, get_message(types[topic])).data))
    return found


def test_what_a_writer_writes_a_reader_reads(uri):
    import rosbag2_py

    reader = rosbag2_py.SequentialReader()
    reader.open(rosbag2_py.StorageOptions(uri, ""), rosbag2_py.ConverterOptions("cdr", "cdr"))
    texts = [(100 + i, f"text {i}") for i in range(5)]
    counts = [(200 + i, i) for i in range(5)]
    assert read(reader) == texts + counts
    with pytest.raises(RuntimeError, match="at end"):
        reader.read_next()
    reader.set_filter(rosbag2_py.StorageFilter(topics=["count"]))
    assert not reader.has_next()
    reader.seek(0)
    assert read(reader) == counts
    reader.seek(202)
    reader.read_next()
    reader.reset_filter()
    assert read(reader) == counts[3:]
    reader.seek(203)
    assert read(reader) == counts[3:]
    topics = reader.get_all_topics_and_types()
    assert [one.name for one in topics] == ["chatter", "count"]
    assert topics[0].offered_qos_profiles[0].depth == 3
    definitions = {one.topic_type: one for one in reader.get_all_message_definitions()}
    assert "string data" in definitions["std_msgs/msg/String"].encoded_message_definition
    known = reader.get_metadata()
    assert (known.message_count, known.starting_time.nanoseconds) == (10, 100)
    assert known.duration.nanoseconds == 104
    assert [one.message_count for one in known.topics_with_message_count] == [5, 5]
    assert rosbag2_py.Info().read_metadata(uri, "") == known


def test_a_program_that_ends_without_close_leaves_a_whole_bag(tmp_path):
    import rosbag2_py

    program = (
        "import baton.rclpy, rosbag2_py\n"
        "writer = rosbag2_py.SequentialWriter()\n"
        f"writer.open(rosbag2_py.StorageOptions(uri={str(tmp_path / 'bag')!r}), "
        "rosbag2_py.ConverterOptions())\n"
        "writer.create_topic(rosbag2_py.TopicMetadata(name='/a', type='std_msgs/msg/Int32'))\n"
        "writer.write('/a', b'\\0\\1\\0\\0\\5\\0\\0\\0', 7)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    known = rosbag2_py.Info().read_metadata(str(tmp_path / "bag"), "")
    assert known.message_count == 1
    assert known.files[0].message_count == 1


def test_a_reader_that_is_not_open_says_so():
    import rosbag2_py

    with pytest.raises(RuntimeError, match="not open"):
        rosbag2_py.SequentialReader().has_next()
    with pytest.raises(RuntimeError, match="not open"):
        rosbag2_py.SequentialWriter().write("/a", b"", 0)
    with pytest.raises(RuntimeError, match="there is no bag"):
        rosbag2_py.SequentialReader().open_uri("/nowhere")


def test_modes_of_compression_have_names():
    import rosbag2_py

    for mode in rosbag2_py.CompressionMode:
        assert rosbag2_py.compression_mode_from_string(mode.name.lower()) == mode
        assert rosbag2_py.compression_mode_to_string(mode) == mode.name
