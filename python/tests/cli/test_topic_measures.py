# SPDX-License-Identifier: Apache-2.0
"""hz, bw and delay, where publishers go and come, and before there is one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from baton.cli.topic_measure import Messages

ROOT = Path(__file__).resolve().parents[2]
LATE = {
    "id": 1,
    "topic": "/imag",
    "type_name": "sensor_msgs/msg/Image",
    "type_hash_text": "",
    "node": "/late",
    "policy": {},
}


def _look(time_s: float, **publishers: tuple[list[int], int]) -> dict:
    """`publishers`: messages at 2 Hz by their sequences, and how many are counted."""
    return {
        "time_s": time_s,
        "interval_s": 0.5,
        "publishers": [
            {
                "participant": name,
                "id": 1,
                "messages": [
                    [one, int((time_s - 0.5 * (len(seen) - number)) * 1e9), 10]
                    for number, one in enumerate(seen)
                ],
                "published": counted,
            }
            for name, (seen, counted) in publishers.items()
        ],
    }


def test_the_rate_of_a_publisher_that_has_gone_is_not_added_to_that_of_the_next():
    messages = Messages(100)
    messages.add(_look(0))
    for number, name in enumerate(("first", "second", "third")):
        messages.add(_look(10.0 * number + 5, **{name: ([1, 2, 3, 4], 4)}))
        assert len(messages.turn()) == 4
        assert messages.rate() == pytest.approx(2)
        assert {one.publisher[0] for one in messages.kept} == {name}
        messages.add(_look(10.0 * number + 8))
        assert messages.turn() == [] and messages.rate() == 0 and messages.counted_rate() == 0


def test_of_a_publisher_that_dies_between_two_lines_only_the_next_one_is_shown():
    messages = Messages(100)
    messages.add(_look(0))
    messages.add(_look(5, old=([1, 2, 3], 3)))
    messages.add(_look(6, new=([], 0)))
    assert messages.turn() == [] and not messages.kept
    messages.add(_look(8, new=([1, 2, 3], 3)))
    messages.add(_look(9))
    # Without a next one, its last messages are shown once.
    assert len(messages.turn()) == 3 and messages.rate() == pytest.approx(2)
    messages.add(_look(10))
    assert messages.turn() == [] and messages.rate() == 0


def test_the_first_look_at_a_publisher_is_that_which_opens_its_memory():
    messages = Messages(100)
    closed = _look(0, old=([], 0))
    del closed["publishers"][0]["published"]
    messages.add(closed)
    messages.add(_look(1, old=([1, 2, 3], 500)))
    assert messages.turn() == [] and messages.counted_rate() == 0
    messages.add(_look(2, old=([500, 501], 501)))
    assert [one.sequence for one in messages.turn()] == [500, 501]
    assert messages.counted_rate() == pytest.approx(1)


def test_a_publisher_that_pauses_is_not_counted_on():
    messages = Messages(100)
    messages.add(_look(0, copied=([], 7)))
    messages.add(_look(1, copied=([], 9)))
    messages.turn()
    assert messages.counted_rate() == pytest.approx(2)
    messages.add(_look(2, copied=([], 9)))
    messages.turn()
    assert messages.counted_rate() == 0


@pytest.mark.parametrize("command", ["hz", "bw", "delay"])
def test_a_topic_that_is_not_there_yet_is_waited_for(command, robot, tmp_path):
    program = tmp_path / "baton-observe"
    program.write_text("#!/bin/sh\necho '{\"time_s\": 1}'\necho '{\"time_s\": 2}'\n")
    program.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "baton.cli.main", "topic", command, "/imag", "--count", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
    )
    said = process.stderr.readline()
    assert said.startswith("WARNING: topic [/imag] does not appear to be published yet; ")
    assert said.endswith("did you mean '/image'?\n")
    robot.add(7, ["/late"], [LATE])
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 0 and output == "no new messages\n", errors


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("pub", "/x", "T", "-r", "nan"), "--rate: must be a rate in Hz above 0, as 1.5, not 'nan'"),
        (("pub", "/x", "T", "-t=-1"), "--times: must be a whole number of at least 0, as 10"),
        (("hz", "/x", "--interval", "nan"), "must be a number of seconds above 0, as 1.5, not 'nan'"),
        (("hz", "/x", "--window", "0"), "must be a whole number above 0, as 10, not '0'"),
        (("hz", "/x", "--wait", "inf"), "must be a number of seconds of at least 0"),
        (("echo", "/x", "-n", "-1"), "must be a whole number above 0, as 10, not '-1'"),
        (("echo", "/x", "-n", "9" * 400), "must be a whole number above 0"),
        (("echo", "/x", "--timeout", "soon"), "must be a number of seconds above 0"),
        (("echo", "/x", "--qos-depth", "-2"), "must be a number of messages, as 10, or -1 for"),
    ],
)
def test_numbers_that_mean_nothing_are_refused(arguments, said, baton):
    assert said in baton("topic", *arguments, status=2).stderr
