# SPDX-License-Identifier: Apache-2.0
"""Bags are written and read in both storages, and rosbags, another implementation, reads and writes the same."""

import os
import sqlite3

import pytest
import yaml
from conftest import COUNT, DEFINITIONS, START_NS, TEXT, cdr_count, cdr_text, fill

from baton.bag import qos_text
from baton.bag.definition_text import definition_of
from baton.bag.errors import BagError
from baton.bag.metadata import Metadata, load
from baton.bag.mcap_file import McapReader
from baton.bag.reader import BagReader, reindex
from baton.bag.writer import BagWriter


def expected(count: int) -> list[tuple[str, int, bytes]]:
    found = []
    for number in range(count):
        time_ns = START_NS + number * 10_000_000
        found.append(("/text", time_ns, cdr_text(f"text {number}")))
        found.append(("/count", time_ns + 5_000_000, cdr_count(number)))
    return found


def read(path, *arguments) -> list[tuple[str, int, bytes]]:
    with BagReader(path) as bag:
        return list(bag.messages(*arguments))


def test_what_is_written_is_read(make_bag):
    folder = make_bag(custom_data={"robot": "7"})
    assert read(folder) == expected(20)
    with BagReader(folder) as bag:
        assert bag.notes == []
        assert bag.metadata.topics == [TEXT, COUNT]
        assert bag.metadata.counts == {"/text": 20, "/count": 20}
        assert bag.metadata.span.start_ns == START_NS
        assert bag.metadata.span.duration_ns == 195_000_000
        assert bag.metadata.custom_data == {"robot": "7"}
        assert bag.definitions() == DEFINITIONS
        # The file alone knows as much.
        path = folder / bag.metadata.files[0].path
    with BagReader(path) as bag:
        assert bag.metadata.topics == [TEXT, COUNT]
        assert bag.metadata.span.count == 40
    assert read(path) == expected(20)


def test_a_whole_file_is_read_by_its_index(tmp_path):
    pytest.importorskip("mcap")
    for count in (20, 0):
        folder = tmp_path / f"bag{count}"
        with BagWriter(folder, "mcap") as bag:
            fill(bag, count)
        path = folder / f"bag{count}_0.mcap"
        reader = McapReader(path)
        assert reader.is_whole
        assert [(topic.name, n) for topic, n in reader.topics()] == [("/text", count), ("/count", count)]
        reader.close()
        before = path.stat().st_ino
        reindex(folder)
        assert path.stat().st_ino == before  # not written anew


def test_a_file_without_an_index_is_not_held_in_memory(tmp_path, monkeypatch):
    pytest.importorskip("mcap")
    folder = tmp_path / "bag"
    order = [0, 1, 3, 2, 5, 4, 6, 9, 8, 7, *range(10, 40)]
    with BagWriter(folder, "mcap") as bag:
        bag.create_topic(COUNT, DEFINITIONS[COUNT.type])
        for number in order:
            bag.write("/count", START_NS + number, cdr_count(number))
            bag.flush()
    path = folder / "bag_0.mcap"
    path.write_bytes(path.read_bytes()[:-20])
    monkeypatch.setattr("baton.bag.mcap_file._ORDERED_BYTES", 1000)
    reader = McapReader(path)
    assert not reader.is_whole
    messages = reader.messages()
    next(messages)
    assert reader._file.tell() < path.stat().st_size / 2
    assert [time_ns - START_NS for _, time_ns, _ in messages] == list(range(1, 40))
    reader.close()


def test_topics_and_a_begin_are_chosen(make_bag):
    folder = make_bag()
    half = START_NS + 100_000_000
    assert read(folder, {"/count"}, half) == [
        one for one in expected(20) if one[0] == "/count" and one[1] >= half
    ]
    assert read(folder, set()) == []


def test_messages_are_read_in_the_order_of_their_times(tmp_path, storage):
    with BagWriter(tmp_path / "bag", storage) as bag:
        bag.create_topic(COUNT, DEFINITIONS[COUNT.type])
        for number in (3, 1, 2):
            bag.write("/count", START_NS + number, cdr_count(number))
    assert [time_ns - START_NS for _, time_ns, _ in read(tmp_path / "bag")] == [1, 2, 3]


def test_files_are_split_by_size_and_by_duration(make_bag):
    by_time = make_bag("by_time", most_ns=100_000_000)
    by_size = make_bag("by_size", most_bytes=1000)
    for folder in (by_time, by_size):
        with BagReader(folder) as bag:
            assert len(bag.metadata.files) >= 2
            assert sum(one.span.count for one in bag.metadata.files) == 40
            assert all((folder / one.path).is_file() for one in bag.metadata.files)
        assert read(folder) == expected(20)


@pytest.mark.parametrize("flushed", [True, False])
def test_a_bag_whose_recorder_was_killed_is_read_and_mended(tmp_path, storage, flushed):
    folder = tmp_path / "bag"
    child = os.fork()
    if child == 0:
        bag = BagWriter(folder, storage)
        fill(bag, 20)
        if flushed:
            bag.flush()
        bag.write("/count", START_NS + 10**9, cdr_count(99))
        os._exit(0)
    os.waitpid(child, 0)
    there = expected(20) if flushed else []
    with BagReader(folder) as bag:
        assert [one for one in bag.messages() if one[1] < START_NS + 10**9] == there
        assert bool(bag.notes) == flushed
        if flushed:
            assert "`baton bag reindex` mends it" in bag.notes[0]
    assert reindex(folder).span.count == len(there)
    with BagReader(folder) as bag:
        assert bag.notes == []
        assert list(bag.messages()) == there
    assert sorted(path.suffix for path in folder.iterdir()) in ([".mcap", ".yaml"], [".db3", ".yaml"])


def test_a_file_that_is_cut_is_read_as_far_as_it_goes(tmp_path):
    pytest.importorskip("mcap")
    folder = tmp_path / "bag"
    with BagWriter(folder, "mcap") as bag:
        for begin in range(5):
            if begin == 0:
                fill(bag, 20)
            else:
                bag.write("/count", START_NS + begin * 10**9, cdr_count(begin))
            bag.flush()
    path = folder / "bag_0.mcap"
    whole = path.read_bytes()
    counts = set()
    for size in range(0, len(whole), 97):
        path.write_bytes(whole[:size])
        (folder / "metadata.yaml").unlink(missing_ok=True)
        with BagReader(folder) as bag:
            counts.add(bag.metadata.span.count)
            assert len(list(bag.messages())) == bag.metadata.span.count
    assert {0, 40, 41, 44} <= counts
    for broken in range(8, len(whole), 131):
        changed = bytearray(whole)
        changed[broken] ^= 0xFF
        path.write_bytes(changed)
        try:
            with BagReader(folder) as bag:
                list(bag.messages())
        except BagError:
            pass


def test_a_next_file_that_could_not_be_made_leaves_what_was_before(make_bag, storage, monkeypatch):
    from baton.bag import mcap_file, sqlite_file

    folder = make_bag()
    (folder / "metadata.yaml").unlink()
    suffix = {"mcap": "mcap", "sqlite3": "db3"}[storage]
    (folder / f"bag_1.{suffix}").touch()
    assert read(folder) == expected(20)
    assert reindex(folder).span.count == 40
    assert read(folder) == expected(20)

    def fail(*_: object) -> None:
        raise OSError("no room")

    other = folder.parent / "other"
    bag = BagWriter(other, storage)
    fill(bag, 20)
    for module, name in ((mcap_file, "McapWriter"), (sqlite_file, "SqliteWriter")):
        monkeypatch.setattr(module, name, fail)
    with pytest.raises(OSError, match="no room"):
        bag.split()
    with pytest.raises(BagError, match="is closed"):
        bag.write("/count", 0, b"")
    bag.close()
    with BagReader(other) as reader:
        assert reader.notes == []
        assert list(reader.messages()) == expected(20)


def test_a_reader_does_not_end_a_recording(tmp_path):
    folder = tmp_path / "bag"
    with BagWriter(folder, "sqlite3") as bag:
        fill(bag, 20)
        bag.flush()
        with BagReader(folder) as reader:
            messages = reader.messages()
            next(messages)
            bag.write("/count", START_NS + 10**9, cdr_count(1))
            bag.flush()
            bag.write("/count", START_NS + 2 * 10**9, cdr_count(2))
            messages.close()
        bag.flush()
    assert len(read(folder)) == 42


def test_an_unfinished_bag_keeps_what_only_its_description_says(make_bag):
    folder = make_bag(custom_data={"robot": "7"})
    path = folder / "metadata.yaml"
    known = yaml.safe_load(path.read_text())
    whole = known["rosbag2_bagfile_information"]
    whole |= {"compression_mode": "MESSAGE", "compression_format": "zstd", "ros_distro": "humble"}
    for key in ("files", "version"):
        whole.pop(key)  # as before Galactic
    path.write_text(yaml.safe_dump(known))
    for act in (lambda: None, lambda: reindex(folder)):
        act()
        with BagReader(folder) as bag:
            found = bag.metadata
        assert (found.compression_mode, found.compression_format) == ("message", "zstd")
        assert (found.ros_distro, found.custom_data) == ("humble", {"robot": "7"})


def test_a_writer_that_fails_says_so_and_an_existing_folder_is_kept(make_bag, storage):
    folder = make_bag()
    with pytest.raises(BagError, match="already exists"):
        BagWriter(folder, storage)
    assert read(folder) == expected(20)
    with BagWriter(folder.parent / "other", storage) as bag, pytest.raises(BagError, match="create_topic"):
        bag.write("/nothing", 0, b"")


def test_what_is_no_bag_is_refused_with_a_cure(tmp_path):
    with pytest.raises(BagError, match="there is no bag"):
        BagReader(tmp_path / "nothing")
    with pytest.raises(BagError, match="neither metadata.yaml nor files"):
        BagReader(tmp_path)
    (tmp_path / "metadata.yaml").write_text("[]")
    with pytest.raises(BagError, match="baton bag reindex"):
        BagReader(tmp_path)
    for name in ("a.db3", "a.mcap"):
        (tmp_path / name).write_bytes(b"nothing of the kind" * 10)
        with pytest.raises(BagError, match="is no bag in"):
            BagReader(tmp_path / name)
    (tmp_path / "a.txt").write_text("")
    with pytest.raises(BagError, match=r"ends with \.mcap or \.db3"):
        BagReader(tmp_path / "a.txt")


def test_a_file_that_the_description_names_is_missed(make_bag):
    folder = make_bag()
    with BagReader(folder) as bag:
        (folder / bag.metadata.files[0].path).unlink()
    with pytest.raises(BagError, match="lacks its file"):
        BagReader(folder)


def test_rosbags_reads_what_is_written(make_bag):
    rosbags = pytest.importorskip("rosbags.highlevel")
    folder = make_bag()
    with rosbags.AnyReader([folder]) as bag:
        found = [
            (connection.topic, time_ns, bag.deserialize(raw, connection.msgtype).data)
            for connection, time_ns, raw in bag.messages()
        ]
    assert found == [
        (topic, time_ns, f"text {i // 2}" if topic == "/text" else i // 2)
        for i, (topic, time_ns, _) in enumerate(expected(20))
    ]


@pytest.mark.parametrize("compression", ["none", "file", "message"])
def test_what_rosbags_writes_is_read(tmp_path, storage, compression):
    rosbag2 = pytest.importorskip("rosbags.rosbag2")
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_JAZZY)
    folder = tmp_path / "theirs"
    plugin = {"mcap": rosbag2.StoragePlugin.MCAP, "sqlite3": rosbag2.StoragePlugin.SQLITE3}[storage]
    writer = rosbag2.Writer(folder, version=9, storage_plugin=plugin)
    if compression != "none":
        writer.set_compression(
            {
                "file": rosbag2.CompressionMode.FILE,
                "message": rosbag2.CompressionMode.MESSAGE,
            }[compression],
            rosbag2.CompressionFormat.ZSTD,
        )
    try:
        writer.open()
    except rosbag2.WriterError as error:
        pytest.skip(str(error))  # file compression of MCAP
    text = writer.add_connection("/text", "std_msgs/msg/String", typestore=store)
    String = store.types["std_msgs/msg/String"]
    for number in range(5):
        data = store.serialize_cdr(String(f"text {number}"), "std_msgs/msg/String")
        writer.write(text, START_NS + number, data)
    writer.close()
    assert [(topic, time_ns, data[8:14]) for topic, time_ns, data in read(folder)] == [
        ("/text", START_NS + number, f"text {number}".encode()) for number in range(5)
    ]


def test_files_of_foxy_are_read(tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    database = sqlite3.connect(folder / "old_0.db3")
    database.executescript(
        "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, "
        "serialization_format TEXT NOT NULL);"
        "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, "
        "timestamp INTEGER NOT NULL, data BLOB NOT NULL);"
        "INSERT INTO topics VALUES (1, '/text', 'std_msgs/msg/String', 'cdr');"
        "INSERT INTO messages VALUES (1, 1, 5, x'00');"
    )
    database.close()
    (folder / "metadata.yaml").write_text(
        yaml.safe_dump(
            {
                "rosbag2_bagfile_information": {
                    "version": 2,
                    "storage_identifier": "sqlite3",
                    "relative_file_paths": ["old/old_0.db3"],
                    "duration": {"nanoseconds": 0},
                    "starting_time": {"nanoseconds_since_epoch": 5},
                    "message_count": 1,
                    "topics_with_message_count": [
                        {
                            "topic_metadata": {
                                "name": "/text",
                                "type": "std_msgs/msg/String",
                                "serialization_format": "cdr",
                            },
                            "message_count": 1,
                        }
                    ],
                }
            }
        )
    )
    assert read(folder) == [("/text", 5, b"\0")]


def test_a_profile_is_written_as_rosbag2_writes_it_and_read_from_numbers_too():
    from baton.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

    profile = QoSProfile(depth=3, reliability=ReliabilityPolicy.BEST_EFFORT)
    assert qos_text.of_profile(profile) == {
        "history": "keep_last",
        "depth": 3,
        "reliability": "best_effort",
        "durability": "volatile",
        "deadline": {"sec": 9223372036, "nsec": 854775807},
        "lifespan": {"sec": 9223372036, "nsec": 854775807},
        "liveliness": "automatic",
        "liveliness_lease_duration": {"sec": 9223372036, "nsec": 854775807},
        "avoid_ros_namespace_conventions": False,
    }
    # Humble's numbers, with the endless time of Foxy's Fast DDS.
    old = (
        "- history: 1\n  depth: 4\n  reliability: 2\n  durability: 1\n  deadline:\n    sec: 2147483647\n"
        "    nsec: 4294967295\n  lifespan:\n    sec: 1\n    nsec: 500000000\n  liveliness: 1\n"
        "  liveliness_lease_duration:\n    sec: 0\n    nsec: 0\n"
    )
    read_back = qos_text.to_profile(qos_text.parse(old)[0])
    assert read_back.depth == 4
    assert read_back.reliability == ReliabilityPolicy.BEST_EFFORT
    assert read_back.durability == DurabilityPolicy.TRANSIENT_LOCAL
    assert read_back.deadline.nanoseconds == 0
    assert read_back.lifespan.nanoseconds == 1_500_000_000


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("/a: {depht: 1}", "no policy 'depht'"),
        ("/a: {reliability: perhaps}", "'perhaps'"),
        ("/a: {depth: many}", "many"),
        ("[1]", "must be a mapping"),
        ("a: [", "not YAML"),
    ],
)
def test_faults_in_a_file_of_overrides_are_named(tmp_path, text, why):
    path = tmp_path / "qos.yaml"
    path.write_text(text)
    with pytest.raises(BagError, match=why):
        qos_text.overrides(str(path))


def test_a_definition_has_those_of_its_fields():
    known = definition_of("geometry_msgs/msg/PoseStamped")
    assert known.encoding == "ros2msg"
    names = [line for line in known.text.splitlines() if line.startswith("MSG: ")]
    assert sorted(names) == [
        "MSG: builtin_interfaces/Time",
        "MSG: geometry_msgs/Point",
        "MSG: geometry_msgs/Pose",
        "MSG: geometry_msgs/Quaternion",
        "MSG: std_msgs/Header",
    ]
    assert definition_of("nothing_msgs/msg/Nothing").encoding == "unknown"


def test_the_description_is_read_as_it_was_written(make_bag):
    folder = make_bag()
    known = load(folder)
    assert isinstance(known, Metadata)
    assert yaml.safe_load((folder / "metadata.yaml").read_text())["rosbag2_bagfile_information"][
        "version"
    ] == 9
    assert [one.span.count for one in known.files] == [40]
