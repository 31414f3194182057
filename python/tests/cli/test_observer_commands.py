# SPDX-License-Identifier: Apache-2.0
"""hz, bw, delay, top, info and the doctor, with an observer whose figures are known."""

import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time

import pytest

from baton.cli.topic_measure import Messages, percentile
from baton.top.figures import figures_of
from baton.top.screen import render

OBSERVER = """#!%s
import json, signal, sys
arguments = sys.argv[1:]
chosen = [value for option, value in zip(arguments, arguments[1:]) if option == "--topic"]
seen = not chosen or "/image" in chosen
interval = float(arguments[arguments.index("--interval") + 1]) if "--interval" in arguments else 1.0
count = int(arguments[arguments.index("--count") + 1]) if "--count" in arguments else 100
for look in range(count):
    time_s = 1000 + look * interval
    messages = [[10 * look + i, int((time_s + i * interval / 10) * 1e9), 1000,
                 int((time_s + i * interval / 10 - %r) * 1e9)] for i in range(10)]
    if %r:
        messages = []
    publisher = {"id": 1, "participant": "01", "topic": "/image", "type": "sensor_msgs/msg/Image",
                 "kind": "topic", "node": "/camera", "qos": {"history": "keep_last", "depth": 5},
                 "published": 10 * look, "rate_hz": 10 / interval, "bytes_per_s": 10000 / interval,
                 "last_size_bytes": 1000, "segment_bytes": 4096}
    if "--messages" in arguments:
        publisher["messages"] = messages
    ways = [{"participant": "01", "publisher": 1, "way": %r, "zero_copy": %r, "why": "too small"}]
    print(json.dumps({
        "time_s": time_s, "interval_s": interval if look else 0.0,
        "processes": [{"participant": "01", "pid": 101, "uid": 0, "name": "camera", "nodes": ["/camera"],
                       "cpu_s": look * interval * 0.25},
                      {"participant": "02", "pid": 102, "uid": 0, "name": "viewer", "nodes": ["/ns/viewer"],
                       "cpu_s": 0.0, "not_observable": "other namespace"}],
        "publishers": [publisher] * seen,
        "subscriptions": seen * [{"id": 3, "participant": "02", "topic": "/image", "type": "sensor_msgs/msg/Image",
                           "kind": "topic", "node": "/ns/viewer", "qos": {}, "ways": ways,
                           "matches": [{"publisher_participant": "01", "publisher": 1, "reading": True,
                                        "behind": 2, "missed": 30 + look, "held": [{"sequence": 7, "size_bytes": 1000,
                                                               "since_s": 1.5}]}]}]}),
        flush=True)
    if look and interval > 5:
        signal.pause()
"""


@pytest.fixture
def observer(tmp_path, monkeypatch):
    folder = tmp_path / "observer"
    folder.mkdir()

    def make(
        copied_only: bool = False,
        way: str = "shared memory",
        zero_copy: bool = True,
        delay_s: float = 0.005,
    ) -> None:
        program = folder / "baton-observe"
        program.write_text(OBSERVER % (sys.executable, delay_s, copied_only, way, zero_copy))
        program.chmod(0o755)

    make()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return make


def test_hz_is_printed_as_ros_does(robot, observer, baton):
    lines = baton("topic", "hz", "/image", "--count", "2").stdout.splitlines()
    assert lines[0].startswith("average rate: 100.0") and lines[1].startswith(
        "\tmin: 0.010s max: 0.010s std dev:"
    )
    assert lines[1].endswith("window: 100") and len(lines) == 4
    values = json.loads(baton("topic", "hz", "/image", "--count", "1", "--json").stdout)
    assert values["rate_hz"] == pytest.approx(100, rel=0.01)


def test_bandwidth_and_delay(robot, observer, baton):
    text = baton("topic", "bw", "/image", "--count", "1").stdout
    assert text.startswith("100.00 KB/s from 100 messages") or text.startswith("99")
    assert "Message size mean: 1.00 KB min: 1.00 KB max: 1.00 KB" in text
    text = baton("topic", "delay", "/image", "--count", "1").stdout
    assert text.startswith("average delay: 0.005000")
    assert "p50: 0.005000s p90: 0.005000s p99: 0.005000s" in text


@pytest.mark.parametrize(("delay_s", "clock"), [(9e5, "begins with"), (-3.0, "is ahead of")])
def test_stamps_of_another_clock_are_no_delay(delay_s, clock, robot, observer, baton):
    observer(delay_s=delay_s)
    text = baton("topic", "delay", "/image", "--count", "1").stdout
    assert clock in text and f"{delay_s:.3f} s" in text and "average" not in text
    values = json.loads(baton("topic", "delay", "/image", "--count", "1", "--json").stdout)
    assert values["delay_s"] is None and "use_sim_time" in values["reason"]


def test_a_topic_without_messages_in_shared_memory_is_counted_and_that_is_said(
    robot, observer, baton
):
    observer(copied_only=True)
    done = baton("topic", "hz", "/image", "--count", "1")
    assert "counted by the publisher" in done.stdout and "average rate: 100.0" in done.stdout
    assert "no messages in shared memory" in done.stderr


def test_without_an_observer_the_cure_is_said(monkeypatch):
    from baton.cli import observe
    from baton.cli.commands import CommandError

    monkeypatch.setattr(observe, "find_program", lambda name: None)
    with pytest.raises(CommandError, match="source Baton's share/baton/setup.bash"):
        next(observe.looks(["/image"], []))


def test_messages_that_were_reused_between_looks_are_counted_and_make_no_gap():
    def look(time_s: float, sequences: list[int]) -> dict:
        messages = [[one, int(one * 1e8), 10] for one in sequences]
        return {
            "time_s": time_s,
            "interval_s": 1,
            "publishers": [
                {"participant": "1", "id": 1, "messages": messages, "published": sequences[-1]}
            ],
        }

    messages = Messages(100)
    messages.add(look(0, [1, 2]))
    messages.add(look(1, [9, 10, 11]))
    messages.add(look(2, [20, 21]))
    assert [one.sequence for one in messages.turn()] == [9, 10, 11, 20, 21]
    assert messages.rate() == pytest.approx(10)
    assert messages.gaps() == pytest.approx([0.1, 0.1, 0.1])


def test_percentiles():
    values = [float(one) for one in range(100)]
    assert (
        percentile(values, 0.5) == 50
        and percentile(values, 0.99) == 99
        and percentile([1.0], 0.9) == 1
    )


def test_info_says_by_which_way_messages_go(robot, observer, baton):
    observer(way="shared memory", zero_copy=False)
    as_json = json.loads(baton("topic", "info", "/image", "--json").stdout)
    assert as_json["subscriptions"][0]["pid"] == 102


@pytest.mark.parametrize(("zero_copy", "status"), [(True, 0), (False, 1)])
def test_zero_copy_is_asserted_for_ci(zero_copy, status, robot, observer, baton):
    observer(zero_copy=zero_copy)
    done = baton("doctor", "--assert-zero-copy", "/image", status=status)
    assert f"/image: {int(zero_copy)} of 1 match(es) are zero copy" in done.stdout
    assert zero_copy or "too small" in done.stderr
    observer(way="none", zero_copy=False)
    done = baton("doctor", "--assert-zero-copy", "/image", "--wait", "0.1", status=1)
    assert "no publisher and subscription met within 0.1 s" in done.stderr


def test_top_has_topics_processes_and_who_holds_what(robot, observer, baton):
    text = baton("top", "--once", COLUMNS="160").stdout
    assert "/image" in text and "10.0 KB" in text and "shared memory, zero copy" in text
    assert "25.0 %" in text and "not seen: other namespace" in text
    assert "#7" in text and "1.5 s" in text
    look = json.loads(baton("top", "--once", "--json").stdout)
    assert look["topics"][0]["behind"] == 2 and look["held"][0]["pid"] == 102
    assert look["topics"][0]["lost"] == 31 and look["topics"][0]["lost_now"] == 1
    assert look["processes"][0]["cpu"] == pytest.approx(0.25)


def test_messages_further_back_than_the_depth_are_lost_before_they_are_missed():
    def look(behind: int, missed: int, depth: int = 5, history: str = "keep_last") -> dict:
        match = {"publisher_participant": "1", "publisher": 1, "behind": behind, "missed": missed}
        qos = {"depth": depth, "history": history}
        subscription = {"id": 2, "participant": "2", "topic": "/t", "type": "t", "qos": qos}
        return {"subscriptions": [{**subscription, "matches": [match]}]}

    def lost(now: dict, before: dict | None = None) -> tuple:
        (row,) = figures_of(now, before).topics
        return row.lost, row.lost_now

    assert lost(look(5, 0)) == (0, 0)
    assert lost(look(8, 0), look(5, 0)) == (3, 3)
    # Taking the next message counts them: nothing is lost once more.
    assert lost(look(4, 3), look(8, 0)) == (3, 0)
    assert lost(look(8, 2, history="keep_all"), look(8, 0, history="keep_all")) == (2, 2)
    rows = render(figures_of(look(8, 0), look(5, 0)), "name", 120, True)
    assert any("/t" in row and "\x1b[33m" in row for row in rows)


def test_hidden_topics_and_services_are_left_out_unless_asked_for():
    look = {
        "publishers": [
            {"topic": "/_x", "type": "t", "kind": "topic", "participant": "1"},
            {"topic": "rr/x", "type": "t", "kind": "service_reply", "participant": "1"},
        ]
    }
    assert figures_of(look, None).topics == []
    assert [row.topic for row in figures_of(look, None, True).topics] == ["/_x", "rr/x"]


def test_a_low_screen_has_something_of_each_part():
    publisher = {"type": "t", "kind": "topic", "participant": "1"}
    look = {
        "publishers": [{"topic": f"/t{i:03}", **publisher} for i in range(100)],
        "processes": [{"participant": str(i), "pid": i} for i in range(100)],
    }
    lines = render(figures_of(look, None), "name", 80, False, 24)
    assert len(lines) == 24 and all(len(line) <= 80 for line in lines)
    assert lines[0] == "topics" and "processes" in lines and lines[-1] == "and 97 more"


def test_a_screen_shows_all_that_has_place_on_it():
    publisher = {"type": "t", "kind": "topic", "participant": "1"}
    look = {
        "publishers": [{"topic": f"/t{i}", **publisher} for i in range(4)],
        "processes": [{"participant": str(i), "pid": 100 + i} for i in range(12)],
    }
    lines = render(figures_of(look, None), "name", 100, False, 24)
    assert len(lines) <= 24 and not any("more" in line for line in lines)
    assert sum(line.strip().startswith("1") for line in lines) == 12
    look["subscriptions"] = [_holding(messages=30)]
    lines = render(figures_of(look, None), "name", 100, False, 40)
    assert len(lines) == 40 and sum(line.strip().startswith("1") for line in lines) == 12
    assert "messages that are held" in lines and lines[-1] == "and 15 more"


def _holding(messages: int) -> dict:
    held = [{"sequence": i, "size_bytes": 8, "since_s": 1.0} for i in range(messages)]
    return {
        "id": 9,
        "participant": "2",
        "topic": "/t0",
        "type": "t",
        "node": "/n",
        "matches": [{"publisher_participant": "1", "publisher": 1, "held": held}],
    }


@pytest.mark.parametrize("zero_copy", [True, False])
@pytest.mark.parametrize("way", ["shared memory", "in process"])
def test_each_width_says_whether_messages_are_copied(way, zero_copy):
    subscription = {
        "id": 1,
        "participant": "1",
        "topic": "/front/left/camera/image_rectified",
        "type": "a_package_with_a_long_name/msg/AMessageWithALongName",
        "ways": [{"way": way, "zero_copy": zero_copy}],
    }
    figures = figures_of({"subscriptions": [subscription]}, None)
    words = "zero copy" if zero_copy else "copied"
    for width in (80, 99, 100, 129, 130, 200):
        lines = render(figures, "name", width)
        assert lines[2].endswith(words) and all(len(line) <= width for line in lines)
    (row,) = [line for line in render(figures, "name", None) if line.startswith("/front")]
    assert row.endswith(f"{way}, {words}")
    assert subscription["topic"] in row and subscription["type"] in row


def test_a_pipe_gets_whole_texts(robot, observer, baton):
    text = baton("top", "--once").stdout
    assert "shared memory, zero copy" in text and "sensor_msgs/msg/Image" in text
    assert "…" not in text


@pytest.mark.parametrize("name", ["image", "/image"])
def test_top_looks_at_the_chosen_topic(name, robot, observer, baton):
    look = json.loads(baton("top", "--once", "--json", "--topic", name).stdout)
    assert [row["topic"] for row in look["topics"]] == ["/image"]
    assert [row["pool_bytes"] for row in look["processes"]] == [4096, None]


@pytest.mark.parametrize("form", ["--once", "--json"])
def test_top_says_that_a_topic_is_not_there(form, robot, observer, baton):
    done = baton("top", form, "--topic", "imag", status=1)
    assert done.stderr == "baton: Unknown topic '/imag'; did you mean '/image'?\n"
    assert done.stdout == ""


def test_a_chosen_topic_may_be_hidden():
    look = {"publishers": [{"topic": "/_x", "type": "t", "participant": "1"}]}
    figures = figures_of(look, None, chosen=["/_x", "/none"])
    assert [row.topic for row in figures.topics] == ["/_x"] and figures.missing == ["/none"]
    assert "there is no topic '/none' now" in render(figures, "name", 80, False, 24)


def test_a_pool_is_shown_where_it_is_known():
    look = {
        "publishers": [{"topic": "/t", "type": "t", "participant": "1", "segment_bytes": 5000}],
        "processes": [
            {"participant": "1", "pid": 101},
            {"participant": "2", "pid": 102},
            {"participant": "3", "pid": 103, "not_observable": "other namespace"},
        ],
    }

    def pools(figures) -> list:
        return [row.pool_bytes for row in figures.processes]

    assert pools(figures_of(look, None)) == [5000, 0, None]
    chosen = figures_of(look, None, chosen=["/t"])
    assert pools(chosen) == [5000, None, None]
    assert [" B" in line or "KB" in line for line in render(chosen, "name", 80)[-3:]] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("interval", ["nan", "inf", "0", "-1", "1e9"])
def test_an_interval_that_is_none_is_refused(interval, robot, observer, baton):
    done = baton("top", "--once", f"--interval={interval}", status=2)
    assert "--interval must be a number of seconds" in done.stderr
    assert "baton-observe" not in done.stderr


class Terminal:
    """`baton top` on a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 80) -> None:
        self.master, self.slave = pty.openpty()
        termios.tcsetwinsize(self.slave, (24, columns))
        self.settings = termios.tcgetattr(self.slave)
        self.text = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "baton.cli.main", "top", *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env={**os.environ, "TERM": "xterm"},
        )

    def read_until(self, condition) -> None:
        deadline = time.monotonic() + 20
        while not condition():
            assert time.monotonic() < deadline, self.text
            if select.select([self.master], [], [], 0.05)[0]:
                self.text += os.read(self.master, 65536)

    def shows(self, text: bytes) -> None:
        self.read_until(lambda: text in self.text)

    def ended(self) -> int:
        self.read_until(lambda: self.process.poll() is not None)
        while select.select([self.master], [], [], 0)[0]:
            self.text += os.read(self.master, 65536)
        return self.process.returncode

    def is_as_before(self) -> bool:
        left = self.text.endswith(b"\x1b[?25h\x1b[?1049l")
        return left and termios.tcgetattr(self.slave) == self.settings


@pytest.fixture
def terminal(robot, observer):
    made: list[Terminal] = []

    def make(*arguments: str, **options) -> Terminal:
        made.append(Terminal(*arguments, **options))
        return made[-1]

    yield make
    for one in made:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        for end in (one.master, one.slave):
            os.close(end)


@pytest.mark.parametrize("keys", [b"q", b"xyQ", b"\x1b[Aq"])
def test_a_terminal_shows_top_until_q_however_far_the_next_look_is(keys, terminal):
    shown = terminal("--interval", "8")
    shown.shows(b"/image")
    assert b"\x1b[?1049h" in shown.text and b"\x1b[1;36mtopics" in shown.text
    os.write(shown.master, keys)
    assert shown.ended() == 0 and shown.is_as_before()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(number, terminal):
    shown = terminal("--interval", "8")
    shown.shows(b"/image")
    assert termios.tcgetattr(shown.slave) != shown.settings
    shown.process.send_signal(number)
    assert shown.ended() == 128 + number and shown.is_as_before(), shown.text
    assert b"Traceback" not in shown.text


def test_a_terminal_says_that_a_topic_is_not_there_now(terminal):
    shown = terminal("--interval", "8", "--topic", "none")
    shown.shows(b"there is no topic '/none' now")
    os.write(shown.master, b"q")
    assert shown.ended() == 0
