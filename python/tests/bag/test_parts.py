# SPDX-License-Identifier: Apache-2.0
"""The parts of the recorder and the player that need no node."""

import os
import pty
import re
import threading
import time

from baton.bag import keyboard
from baton.bag.byte_queue import ByteQueue
from baton.bag.metadata import Topic
from baton.bag.selection import Selection, event_topic
from baton.bag.timeline import Timeline


def test_a_selection_takes_what_is_asked_for():
    everything = Selection(all_topics=True, all_services=True)
    assert everything.takes("/a", "x/msg/Y")
    assert everything.takes("/add/_service_event", "x/srv/Add_Event")
    assert not everything.takes("/_hidden", "x/msg/Y")
    assert not Selection(all_topics=True).takes("/add/_service_event", "x/srv/Add_Event")
    by_name = Selection(topics={"/_hidden"}, services={"/add"}, types={"x/msg/Y"})
    assert by_name.takes("/_hidden", "z")
    assert by_name.takes(event_topic("add"), "x/srv/Add_Event")
    assert by_name.takes("/b", "x/msg/Y")
    assert not by_name.takes("/b", "x/msg/Z")
    without = Selection(
        regex=re.compile("cam"), exclude_regex=re.compile("depth"), exclude_topics={"/cam2"}
    )
    assert [one for one in ("/cam1", "/cam2", "/cam/depth", "/scan") if without.takes(one, "t")] == [
        "/cam1"
    ]
    assert Selection().is_empty()


def test_a_queue_limits_bytes_and_takes_one_item_of_any_size():
    queue = ByteQueue(10)
    assert queue.put("large", 50, wait=False)
    assert not queue.put("more", 1, wait=False)
    assert queue.get(0) == "large"
    assert queue.put("a", 6, wait=False)
    assert not queue.put("b", 6, wait=False)
    waiting = threading.Thread(target=queue.put, args=("b", 6), kwargs={"wait": True})
    waiting.start()
    assert queue.get(1) == "a"
    waiting.join()
    assert queue.get(1) == "b"
    assert queue.get(0) is None
    queue.put("last", 1, wait=False)
    queue.close()
    assert not queue.put("late", 1, wait=True)
    assert not queue.is_done
    assert queue.get() == "last"
    assert queue.is_done
    assert queue.get() is None


def test_a_waiting_producer_is_ended_by_the_consumer():
    queue = ByteQueue(1)
    queue.put("a", 1, wait=False)
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(queue.put("b", 1, wait=True)))
    waiting.start()
    assert len(queue) == 1
    assert queue.close(drop=True) == 1
    waiting.join(10)
    assert answers == [False]


def test_time_of_a_bag_runs_at_its_rate_stands_still_and_steps():
    def goes_on() -> bool:
        return True

    timeline = Timeline(rate=1000.0)
    timeline.start(5_000_000_000)
    begin = time.monotonic()
    assert timeline.wait_until(105_000_000_000, goes_on)
    assert 0.1 <= time.monotonic() - begin
    assert timeline.toggle_pause()
    stood = timeline.now_ns()
    assert timeline.now_ns() == stood >= 105_000_000_000
    # While it is paused a message comes by a step alone.
    steps = threading.Timer(0.05, timeline.step)
    steps.start()
    assert timeline.wait_until(stood + 10**15, goes_on)
    steps.join()
    assert timeline.now_ns() == stood + 10**15
    assert not timeline.wait_until(stood + 10**16, lambda: False)
    assert not timeline.toggle_pause()
    assert not timeline.step()
    stop = threading.Timer(0.05, timeline.stop)
    stop.start()
    assert not timeline.wait_until(stood + 10**18, goes_on)
    stop.join()


def test_what_is_late_does_not_keep_it_from_ending():
    timeline = Timeline()
    timeline.start(10**18)
    ended = time.monotonic() + 0.2
    played = 0
    while timeline.wait_until(0, lambda: time.monotonic() < ended):
        played += 1
        assert time.monotonic() < ended + 5
    assert played > 1


def test_one_publisher_keeps_what_several_kept_for_late_subscriptions():
    from baton.bag.player import _offer_for

    offer = {
        "history": "keep_last",
        "depth": 1,
        "reliability": "reliable",
        "durability": "transient_local",
    }
    assert _offer_for(Topic("/tf_static", "t", qos=[offer, offer, offer])).depth == 3
    offer = offer | {"durability": "volatile"}
    assert _offer_for(Topic("/tf", "t", qos=[offer, offer, offer])).depth == 1


def test_keys_are_another_s_while_this_process_is_in_the_background(monkeypatch):
    import sys
    import termios

    main, sub = pty.openpty()
    heard = []
    came = threading.Event()
    groups = [os.getpgrp()]
    asked = threading.Semaphore(0)

    def group_in_front(_: int) -> int:
        asked.release()
        return groups[-1]

    def put_in_front(group: int) -> None:
        groups.append(group)
        while asked.acquire(blocking=False):
            pass
        for _ in range(4):  # it has looked again
            assert asked.acquire(timeout=10)

    def mode(terminal) -> int:
        return termios.tcgetattr(terminal)[3]

    with os.fdopen(sub) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr(os, "tcgetpgrp", group_in_front)
        actions = {"a": lambda: heard.append("a"), "b": came.set}
        with keyboard.keys(actions) as listens:
            assert listens
            put_in_front(-1)
            of_shell = termios.tcgetattr(terminal)
            of_shell[3] = (of_shell[3] | termios.ICANON) & ~termios.ECHO
            termios.tcsetattr(terminal, termios.TCSANOW, of_shell)
            os.write(main, b"a\n")
            put_in_front(-1)
            assert mode(terminal) == of_shell[3]
            assert terminal.readline() == "a\n"  # the shell reads it
            put_in_front(os.getpgrp())
            assert not mode(terminal) & termios.ICANON
            os.write(main, b"b")
            assert came.wait(10)
            put_in_front(-1)
            termios.tcsetattr(terminal, termios.TCSANOW, of_shell)
        assert mode(terminal) == of_shell[3]
        assert heard == []
    os.close(main)


def test_a_terminal_of_another_session_is_left_alone(monkeypatch):
    import sys

    main, sub = pty.openpty()
    with os.fdopen(sub) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        with keyboard.keys({}) as listens:
            assert not listens
    os.close(main)


def test_keys_of_a_terminal_are_heard_and_the_terminal_is_as_before(monkeypatch):
    import sys
    import termios

    main, sub = pty.openpty()
    heard = []
    came = threading.Event()

    def hear(name: str):
        def act() -> None:
            heard.append(name)
            if len(heard) == 3:
                came.set()

        return act

    before = termios.tcgetattr(sub)
    with os.fdopen(sub) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())
        with keyboard.keys({" ": hear("space"), "up": hear("up"), "right": hear("right")}) as listens:
            assert listens
            os.write(main, b"x \x1b[A\x1b[C")
            assert came.wait(10)
        assert heard == ["space", "up", "right"]
        assert termios.tcgetattr(sub) == before
        with keyboard.keys({}, enabled=False) as listens:
            assert not listens
    os.close(main)
