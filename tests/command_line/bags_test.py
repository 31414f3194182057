# SPDX-License-Identifier: Apache-2.0
"""`baton bag` with real nodes: what was published is recorded, and published again as it was."""

import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time

import pytest
from conftest import text_of, wait_until

sys.path.insert(0, os.environ["PYTHON_FOLDER"])

from baton.bag.definition_text import Definition
from baton.bag.errors import BagError
from baton.bag.metadata import Topic
from baton.bag.reader import BagReader
from baton.bag.writer import BagWriter

STORAGES = ("mcap", "sqlite3")


@pytest.fixture
def command(start):
    def run(*arguments: str) -> subprocess.Popen:
        return start(sys.executable, "-m", "baton.cli.main", *arguments)

    return run


def says(process, pattern: str) -> None:
    wait_until(lambda: re.search(pattern, text_of(process)))


def end(process, with_signal: int = signal.SIGINT) -> str:
    process.send_signal(with_signal)
    assert process.wait(30) == 0, text_of(process)
    return text_of(process)


def read(folder, topic: str) -> list[tuple[int, bytes]]:
    """Nothing while the bag is being opened."""
    try:
        with BagReader(folder) as bag:
            return [(time_ns, data) for _, time_ns, data in bag.messages({topic})]
    except BagError:
        return []


def text(number: int) -> bytes:
    words = f"Hello {number}".encode() + b"\0"
    return b"\0\1\0\0" + len(words).to_bytes(4, "little") + words


def published(folder) -> dict[int, int]:
    """When the talker said that it publishes a message, in nanoseconds: by its lines in /rosout."""
    times = {}
    for _, log in read(folder, "/rosout"):
        said = re.search(rb"Publishing: 'Hello (\d+)'", log)
        if said:
            # After the header of CDR: the stamp of the log's message.
            times[int(said[1])] = int.from_bytes(log[4:8], "little") * 10**9 + int.from_bytes(
                log[8:12], "little"
            )
    return times


@pytest.fixture
def recorded(tmp_path, node, command, baton):
    """A bag of some messages of the talker."""

    def make(storage: str = "sqlite3", *options: str):
        folder = tmp_path / "bag"
        talker = node("talker")
        recorder = command("bag", "record", "-o", str(folder), "-s", storage, *(options or ("-a",)))
        wait_until(lambda: len(read(folder, "/chatter")) >= 3)
        said = end(recorder)
        assert "Recorded" in said
        assert "not in the bag" not in said
        end(talker)
        return folder

    return make


@pytest.mark.parametrize("storage", STORAGES)
def test_what_a_node_publishes_is_recorded_and_played_again(recorded, storage, baton, node, command):
    folder = recorded(storage)
    messages = read(folder, "/chatter")
    first = int(re.search(rb"Hello (\d+)", messages[0][1])[1])
    assert [data for _, data in messages] == [text(first + i) for i in range(len(messages))]
    said = published(folder)
    late = [time_ns - said[first + i] for i, (time_ns, _) in enumerate(messages) if first + i in said]
    # Not when it was written, which happens once a second; one message may be late on a busy machine.
    assert 0 <= min(late) < 0.2e9, late

    known = json.loads(baton("bag", "info", str(folder), "--json").stdout)
    topics = {one["name"]: one for one in known["topics"]}
    assert topics["/chatter"]["type"] == "std_msgs/msg/String"
    assert topics["/chatter"]["count"] == len(messages)
    assert topics["/chatter"]["qos"][0]["reliability"] == "reliable"
    assert "/rosout" in topics
    shown = baton("bag", "info", str(folder)).stdout
    assert f"Storage id:        {storage}" in shown
    assert "Topic: /chatter | Type: std_msgs/msg/String | Count: " in shown

    listener = node("listener")
    wait_until(
        lambda: "Subscription count: 1" in baton("topic", "info", "/chatter", status=None).stdout
    )
    said = baton("bag", "play", str(folder), "--topics", "/chatter", "--rate", "4").stderr
    assert f"Played {len(messages)} messages" in said
    says(listener, f"I heard: 'Hello {first + len(messages) - 1}'")
    assert re.findall(r"I heard: 'Hello (\d+)'", text_of(listener)) == [
        str(first + i) for i in range(len(messages))
    ]


def test_a_bag_is_played_with_its_times_under_other_names_and_with_a_clock(recorded, command, baton):
    folder = recorded("sqlite3", "--topics", "/chatter")
    messages = read(folder, "/chatter")
    echo = command("topic", "echo", "/other", "std_msgs/msg/String", "--json")
    clock = command("topic", "echo", "/clock", "rosgraph_msgs/msg/Clock", "--json")
    for topic in ("/other", "/clock"):
        wait_until(lambda topic=topic: "Subscription count: 1" in baton("topic", "info", topic, status=None).stdout)
    begin = time.monotonic()
    baton("bag", "play", str(folder), "--remap", "/chatter:=/other", "--clock", "50", "--rate", "2")
    lasted_s = (messages[-1][0] - messages[0][0]) / 1e9
    assert time.monotonic() - begin >= lasted_s / 2
    says(echo, re.escape(messages[-1][1][8:-1].decode()))

    def clock_ns() -> int:
        lines = text_of(clock).rpartition("\n")[0].splitlines()  # without one that is being written
        last = json.loads(lines[-1])["clock"] if lines else {"sec": 0, "nanosec": 0}
        return last["sec"] * 10**9 + last["nanosec"]

    wait_until(lambda: clock_ns() > messages[-2][0])
    # A tick may come a little behind the last message.
    assert clock_ns() < messages[-1][0] + 2e9


@pytest.mark.parametrize("storage", STORAGES)
def test_a_recorder_that_is_killed_leaves_a_bag(tmp_path, node, command, baton, storage):
    folder = tmp_path / "bag"
    node("talker")
    recorder = command("bag", "record", "-a", "-o", str(folder), "-s", storage)
    wait_until(lambda: len(read(folder, "/chatter")) >= 2)
    there = read(folder, "/chatter")
    recorder.kill()
    recorder.wait()
    info = baton("bag", "info", str(folder))
    assert "was not closed by its recorder" in info.stderr
    assert read(folder, "/chatter")[: len(there)] == there
    baton("bag", "reindex", str(folder))
    info = baton("bag", "info", str(folder))
    assert info.stderr == ""
    assert read(folder, "/chatter")[: len(there)] == there


def test_sigterm_ends_a_recording_as_ctrl_c_does(tmp_path, node, command):
    folder = tmp_path / "bag"
    node("talker")
    recorder = command("bag", "record", "/chatter", "-o", str(folder), "-s", "sqlite3")
    wait_until(lambda: read(folder, "/chatter"))
    assert "Recorded" in end(recorder, signal.SIGTERM)
    with BagReader(folder) as bag:
        assert bag.notes == []


def test_a_closed_terminal_ends_a_recording_as_ctrl_c_does(tmp_path, environment, node):
    folder = tmp_path / "bag"
    node("talker")
    pid, terminal = pty.fork()
    if pid == 0:
        arguments = ("bag", "record", "/chatter", "-o", str(folder), "-s", "sqlite3")
        os.execve(sys.executable, [sys.executable, "-m", "baton.cli.main", *arguments], environment)
    wait_until(lambda: read(folder, "/chatter"))
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    with BagReader(folder) as bag:
        assert bag.notes == []


def test_a_recording_goes_on_when_nobody_reads_what_it_says(tmp_path, environment, node, command):
    folder = tmp_path / "bag"
    node("talker")
    arguments = ("bag", "record", "-a", "-o", str(folder), "-s", "sqlite3")
    recorder = subprocess.Popen(
        [sys.executable, "-m", "baton.cli.main", *arguments],
        env=environment,
        stderr=subprocess.PIPE,
    )
    try:
        recorder.stderr.close()
        wait_until(lambda: read(folder, "/chatter"))
        command("topic", "pub", "-r", "20", "/late", "std_msgs/msg/Int32", "{data: 1}")
        wait_until(lambda: read(folder, "/late"))
        recorder.send_signal(signal.SIGINT)
        assert recorder.wait(30) == 0
    finally:
        recorder.kill()
        recorder.wait()
    with BagReader(folder) as bag:
        assert bag.notes == []


def test_a_second_ctrl_c_drops_what_waits_and_closes_the_bag(tmp_path, command, start):
    folder = tmp_path / "bag"
    command("topic", "pub", "-r", "50", "/n", "std_msgs/msg/Int32", "{data: 1}")
    slow = (
        "import sys, threading\n"
        "from baton.bag.writer import BagWriter\n"
        "from baton.cli.main import main\n"
        "fast = BagWriter.write\n"
        "BagWriter.write = lambda *one: threading.Event().wait(3) or fast(*one)\n"
        f"sys.exit(main(['bag', 'record', '-a', '-o', {str(folder)!r}, '-s', 'sqlite3']))\n"
    )
    recorder = start(sys.executable, "-c", slow)
    wait_until(lambda: read(folder, "/n"))
    recorder.send_signal(signal.SIGINT)
    says(recorder, "messages that wait")
    # To write them would last minutes.
    said = end(recorder)
    assert re.search(r"Recorded [1-9]\d* messages", said)
    assert "are not in the bag" in said
    with BagReader(folder) as bag:
        assert bag.notes == []


SERVER = """
import os, sys
sys.path.append(os.environ["SITE_PACKAGES"])  # the message packages of the build folder
import baton
from baton.service_introspection import ServiceIntrospectionState
from std_srvs.srv import SetBool

def answer(request, response):
    print("asked for", request.data, flush=True)
    return response

baton.init()
with baton.create_node("server") as node:
    service = node.create_service(SetBool, "set", answer)
    state = ServiceIntrospectionState[sys.argv[1]]
    service.configure_introspection(node.get_clock(), baton.QoSProfile(depth=10), state)
    print("ready", flush=True)
    baton.spin(node)
"""


@pytest.mark.parametrize(
    ("state", "said"),
    [("CONTENTS", "Played 1 messages"), ("METADATA", "were recorded without their contents")],
)
def test_recorded_requests_are_sent_again(state, said, tmp_path, start, command, baton):
    server = start(sys.executable, "-c", SERVER, state)
    says(server, "ready")
    folder = tmp_path / "calls"
    recorder = command("bag", "record", "--service", "/set", "-s", "sqlite3", "-o", str(folder))
    says(recorder, "Subscribed to topic '/set/_service_event'")
    baton("service", "call", "/set", "std_srvs/srv/SetBool", "{data: true}")
    # A request that came and a response that went.
    wait_until(lambda: len(read(folder, "/set/_service_event")) == 2)
    end(recorder)
    play = ("bag", "play", str(folder), "--publish-service-requests")
    assert said in baton(*play).stderr
    calls = 2 if state == "CONTENTS" else 1
    wait_until(lambda: text_of(server).count("asked for True") == calls)
    server.kill()
    server.wait(20)
    assert "'/set' is not called: " in baton(*play).stderr


def test_a_topic_whose_wished_qos_no_publisher_offers_is_named(tmp_path, command):
    wishes = tmp_path / "qos.yaml"
    wishes.write_text("/n: {durability: transient_local}\n")
    command("topic", "pub", "-r", "20", "/n", "std_msgs/msg/Int32", "{data: 1}")
    arguments = ("-o", str(tmp_path / "bag"), "--qos-profile-overrides-path", str(wishes))
    recorder = command("bag", "record", "/n", "-s", "sqlite3", *arguments)
    says(recorder, "'/n' has a publisher that offers less than is wished")
    end(recorder)


def test_topics_that_were_written_without_a_slash_are_played(tmp_path, command, baton):
    folder = tmp_path / "bag"
    with BagWriter(folder, "sqlite3") as bag:
        bag.create_topic(Topic("chatter", "std_msgs/msg/String"), Definition())
        bag.write("chatter", 10**9, text(1))
    echo = command("topic", "echo", "/other", "std_msgs/msg/String")
    wait_until(lambda: "Subscription count: 1" in baton("topic", "info", "/other", status=None).stdout)
    baton("bag", "play", str(folder), "--topics", "/chatter", "--remap", "chatter:=other")
    says(echo, "Hello 1")
    endless = command("bag", "play", str(folder), "--loop", "--delay", "0.1")
    wait_until(lambda: text_of(echo).count("Hello 1") == 1 and "Playing" in text_of(endless))
    assert "Played" in end(endless)


def test_a_disk_that_is_full_ends_the_recording_with_a_word(tmp_path, command):
    folder = tmp_path / "bag"
    command("topic", "pub", "-r", "20", "/n", "std_msgs/msg/String", f"{{data: {'x' * 20000}}}")
    recorder = command("bag", "record", "/n", "-o", str(folder), "-s", "sqlite3")
    wait_until(lambda: read(folder, "/n"))
    # No file may be larger than a MiB now.
    resource.prlimit(recorder.pid, resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    assert recorder.wait(60) == 1, text_of(recorder)
    assert "could not be written" in text_of(recorder)
    assert "Traceback" not in text_of(recorder)
    assert read(folder, "/n")


def test_a_publisher_that_offers_less_is_recorded_too(tmp_path, command, baton):
    folder = tmp_path / "bag"
    command("topic", "pub", "-r", "20", "/n", "std_msgs/msg/Int32", "{data: 1}")
    often = ("--polling-interval", "10")
    recorder = command("bag", "record", "/n", "-o", str(folder), "-s", "sqlite3", *often)
    wait_until(lambda: read(folder, "/n"))
    command(
        *("topic", "pub", "-r", "20", "/n", "std_msgs/msg/Int32", "{data: 2}"),
        *("--qos-reliability", "best_effort"),
    )
    wait_until(lambda: {data[4] for _, data in read(folder, "/n")} == {1, 2})
    # Every tenth poll looks at the QoS of both.
    count = len(read(folder, "/n"))
    wait_until(lambda: len(read(folder, "/n")) > count + 60)
    end(recorder)
    with BagReader(folder) as bag:
        offered = [one["reliability"] for one in bag.metadata.topics[0].qos]
        assert sorted(offered) == ["best_effort", "reliable"]


def test_space_pauses_a_recorder_on_a_terminal(tmp_path, environment, node):
    talker = node("talker")
    folder = tmp_path / "bag"
    pid, terminal = pty.fork()
    if pid == 0:
        arguments = ("bag", "record", "/chatter", "-o", str(folder), "-s", "sqlite3")
        os.execve(sys.executable, [sys.executable, "-m", "baton.cli.main", *arguments], environment)
    shown = b""

    def await_text(wanted: bytes) -> None:
        nonlocal shown
        while wanted not in shown:
            shown += os.read(terminal, 4096)

    await_text(b"Press SPACE to pause")
    wait_until(lambda: read(folder, "/chatter"))
    os.write(terminal, b" ")
    await_text(b"Pausing recording.")


    def await_more(count: int) -> None:
        published = text_of(talker).count("Publishing")
        wait_until(lambda: text_of(talker).count("Publishing") >= published + count)

    await_more(3)  # what had come is written meanwhile
    before = len(read(folder, "/chatter"))
    await_more(3)
    assert len(read(folder, "/chatter")) == before
    os.write(terminal, b" ")
    await_text(b"Resuming recording.")
    wait_until(lambda: len(read(folder, "/chatter")) > before)
    os.write(terminal, b"\x03")
    await_text(b"Recorded")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)


def test_bags_are_converted_and_joined(recorded, tmp_path, baton):
    folder = recorded("sqlite3")
    options = tmp_path / "out.yaml"
    options.write_text(
        f"output_bags:\n- uri: {tmp_path}/only_text\n  storage_id: mcap\n  topics: [/chatter]\n"
        f"- uri: {tmp_path}/twice\n  storage_id: sqlite3\n  all_topics: true\n"
    )
    baton("bag", "convert", "-i", str(folder), "-o", str(options))
    assert read(tmp_path / "only_text", "/chatter") == read(folder, "/chatter")
    with BagReader(tmp_path / "only_text") as bag:
        assert bag.metadata.storage == "mcap"
        assert [one.name for one in bag.metadata.topics] == ["/chatter"]
        assert bag.definitions()["std_msgs/msg/String"].encoding == "ros2msg"
    assert read(tmp_path / "twice", "/rosout") == read(folder, "/rosout")
    options.write_text("output_bags:\n- uri: x\n  storage_idd: mcap\n")
    said = baton("bag", "convert", "-i", str(folder), "-o", str(options), status=1).stderr
    assert "did you mean 'storage_id'?" in said


def test_wrong_use_is_said_with_a_cure(recorded, tmp_path, baton):
    assert "what is to be recorded?" in baton("bag", "record", status=2).stderr
    folder = recorded("sqlite3")
    said = baton("bag", "record", "-a", "-o", str(folder), status=1).stderr
    assert "already exists" in said
    said = baton("bag", "play", str(folder), "--topics", "/chater", status=1).stderr
    assert "did you mean '/chatter'?" in said
    said = baton("bag", "play", str(folder), "--start-offset", "1000", status=1).stderr
    assert "is beyond the bag" in said
    said = baton("bag", "record", "-a", "--compression-format", "zstd", status=2).stderr
    assert "needs --compression-mode" in said
    said = baton("bag", "play", str(folder), "--remap", "x", status=2).stderr
    assert "OLD:=NEW" in said
    assert "there is no bag" in baton("bag", "info", str(tmp_path / "no"), status=1).stderr
    assert baton("bag", "list", "storage").stdout.split() == ["mcap", "sqlite3"]
