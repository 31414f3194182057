# SPDX-License-Identifier: Apache-2.0
"""`baton topic hz | bw | delay`: figures from what publishers have in memory anyway."""

import collections
import itertools
import json
import math
import time
from collections.abc import Iterator
from typing import NamedTuple

from baton.cli.commands import CommandError
from baton.cli.look import absolute, look_at_graph, proposal
from baton.cli.observe import PROGRAM, looks, observer
from baton.cli.output import note
from baton.cli.subscribed_looks import subscribed_looks
from baton.graph.graph import Ends

# Between looks: slots are reused, and what is reused before a look is counted and not seen.
_LOOK_S = 0.1

_COPIED = (
    "baton: the topic has no messages in shared memory now (no subscription in another process); "
)


def _topic(options) -> tuple[str, Ends]:
    """Waits for the topic, as in ROS: the command may be started before the node."""
    name = absolute(options.topic_name)
    topics = look_at_graph(options).topics()
    if name not in topics:
        note(
            f"WARNING: topic [{name}] does not appear to be published yet{proposal(name, topics)}"
        )
    while name not in topics:
        time.sleep(_LOOK_S)
        topics = look_at_graph(options, says_so=False).topics()
    return name, topics[name]


class Message(NamedTuple):
    """Of one publication; `delay_s` is None where the stamp was not asked for or is zero."""

    publisher: tuple
    sequence: int
    time_s: float
    size_bytes: int
    delay_s: float | None


class Messages:
    """The messages of a topic in a window, each once, and what publishers count.

    A publisher that has gone leaves the window: its rate would stay for ever.
    """

    def __init__(self, window: int) -> None:
        self.kept: collections.deque[Message] = collections.deque(maxlen=window)
        self.new: list[Message] = []
        self.stamps_are_zero = False
        self._last: dict[tuple, int] = {}
        # Of the publishers of the last look: {publisher: [(time of a look, publications)]}.
        self._counts: dict[tuple, collections.deque] = {}
        self._counted: dict[tuple, int] = {}
        self._is_counting = False
        self._unseen: set[tuple] = set()
        self._begun = False

    def add(self, look: dict) -> None:
        """Messages that were published before the first look are not measured."""
        counts, unseen = {}, set()
        for one in look.get("publishers", []):
            key = (one["participant"], one["id"])
            if "published" not in one:
                # The observer has not opened its memory yet: its first look is still to come.
                unseen.add(key)
                continue
            is_begun = self._begun and key not in self._unseen
            last = self._last.get(key, -1)
            for sequence, time_ns, size, *stamp in one.get("messages", []):
                if sequence > last:
                    self._last[key] = sequence
                    if is_begun:
                        self._take(key, sequence, time_ns, size, stamp[0] if stamp else None)
            counts[key] = self._counts.get(key, collections.deque(maxlen=self.kept.maxlen))
            counts[key].append((look["time_s"], one["published"]))
        self._counts, self._unseen = counts, unseen
        self._begun = True

    def _take(self, key, sequence: int, time_ns: int, size: int, stamp: int | None) -> None:
        self.stamps_are_zero = stamp == 0
        delay = (time_ns - stamp) * 1e-9 if stamp else None
        self.new.append(Message(key, sequence, time_ns * 1e-9, size, delay))

    def turn(self) -> list[Message]:
        """Those that came since the last turn, by their time."""
        # The last messages of a publisher that has gone are shown if there is no other.
        living = self._counts.keys() or {one.publisher for one in self.new}
        fresh = sorted(
            (one for one in self.new if one.publisher in living), key=lambda one: one.time_s
        )
        self.new = []
        kept = (one for one in (*self.kept, *fresh) if one.publisher in living)
        self.kept = collections.deque(kept, self.kept.maxlen)
        counted = {key: counts[-1][1] for key, counts in self._counts.items()}
        self._is_counting = any(
            number > self._counted.get(key, self._counts[key][0][1])
            for key, number in counted.items()
        )
        self._counted = counted
        return fresh

    def counted_rate(self) -> float:
        """Publications a second by the publishers' counts, whether or not a message can be seen.
        0 if there was none since the turn before."""
        rate = 0.0
        for counts in self._counts.values():
            (begin, first), (end, last) = counts[0], counts[-1]
            if self._is_counting and end > begin:
                rate += (last - first) / (end - begin)
        return rate

    def gaps(self) -> list[float]:
        """Seconds between publications. Over messages of a single publisher that were reused
        before a look there is no gap."""
        found: list[float] = []
        single = len({one.publisher for one in self.kept}) <= 1
        for before, one in itertools.pairwise(self.kept):
            if not single or one.sequence == before.sequence + 1:
                found.append(one.time_s - before.time_s)
        return found

    def rate(self) -> float:
        """Of the window: each publisher's by its sequences."""
        spans: dict[tuple, list[Message]] = {}
        for one in self.kept:
            spans.setdefault(one.publisher, []).append(one)
        rate = 0.0
        for messages in spans.values():
            seconds = messages[-1].time_s - messages[0].time_s
            if seconds > 0:
                rate += (messages[-1].sequence - messages[0].sequence) / seconds
        return rate


def _pace(options) -> float:
    return min(_LOOK_S, options.interval)


def _looks(name: str, ends: Ends, options, stamp_offset: int | None) -> Iterator[dict]:
    """Of the observer; of a subscription where publishers are seen over the network alone."""
    pace = _pace(options)
    remote = bool(ends.publishers) and all(one.participant.pid == 0 for one in ends.publishers)
    if remote or observer() is None:
        why = "publishes over the network" if remote else f"the program {PROGRAM} is not there"
        note(f"baton: {why}: measured by a subscription, at the arrival of messages")
        return subscribed_looks(name, sorted(ends.types)[0], pace, stamp_offset is not None)
    stamps = [] if stamp_offset is None else ["--stamp-offset", str(stamp_offset)]
    return looks([name], ["--messages", "--interval", str(pace), *stamps])


def _run(options, line, with_stamps: bool = False, needs_messages: bool = True) -> int:
    """Prints `line` of each interval. `needs_messages`: counts of publications do not do."""
    name, ends = _topic(options)
    offset = _stamp_offset(name, ends) if with_stamps else None
    messages = Messages(max(2, options.window))
    lines, said, due = 0, False, None
    source = _looks(name, ends, options, offset)
    while (look := next(source, None)) is not None:
        messages.add(look)
        due = due or look["time_s"] + options.interval
        if look["time_s"] < due - _LOOK_S / 2:
            continue
        due += options.interval
        fresh = messages.turn()
        if not fresh and messages.counted_rate() > 0 and not said:
            said = True
            if needs_messages and not messages.kept:
                note(_COPIED + "measured by a subscription, at the arrival of messages")
                source.close()
                source = subscribed_looks(name, sorted(ends.types)[0], _pace(options), with_stamps)
                messages, due = Messages(messages.kept.maxlen), None
                continue
            note(_COPIED + "publications are counted, and nothing else is known of them")
        text, values = line(messages, fresh)
        if options.json:
            print(json.dumps({"topic": name, **values}), flush=True)
        else:
            print(text, flush=True)
        lines += 1
        if options.count and lines >= options.count:
            break
    return 0


def _spread(values: list[float]) -> tuple[float, float, float, float]:
    """(mean, least, greatest, standard deviation)"""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((one - mean) ** 2 for one in values) / len(values))
    return mean, min(values), max(values), deviation


def hz(options) -> int:
    def line(messages: Messages, fresh: list[Message]):
        gaps = messages.gaps()
        if not fresh or not gaps:
            rate = messages.counted_rate()
            if rate == 0:
                return "no new messages", {"rate_hz": 0.0}
            return f"average rate: {rate:.3f}\n\tcounted by the publisher", {"rate_hz": rate}
        rate = messages.rate()
        _, least, most, deviation = _spread(gaps)
        text = (
            f"average rate: {rate:.3f}\n\tmin: {least:.3f}s max: {most:.3f}s "
            f"std dev: {deviation:.5f}s window: {len(messages.kept)}"
        )
        return text, {
            "rate_hz": rate,
            "min_s": least,
            "max_s": most,
            "std_dev_s": deviation,
            "window": len(messages.kept),
        }

    return _run(options, line, needs_messages=False)


def _bytes(value: float) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if value >= size:
            return f"{value / size:.2f} {unit}"
    return f"{value:.0f} B"


def bw(options) -> int:
    def line(messages: Messages, fresh: list[Message]):
        if not fresh:
            return "no new messages", {"bytes_per_s": 0.0}
        sizes = [one.size_bytes for one in messages.kept]
        mean, least, most, _ = _spread(sizes)
        rate = mean * messages.rate()
        text = (
            f"{_bytes(rate)}/s from {len(sizes)} messages\n\tMessage size mean: {_bytes(mean)} "
            f"min: {_bytes(least)} max: {_bytes(most)}"
        )
        return text, {
            "bytes_per_s": rate,
            "messages": len(sizes),
            "mean_bytes": mean,
            "min_bytes": least,
            "max_bytes": most,
        }

    return _run(options, line)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


_DAY_S = 86400.0


def _other_clock(delays: list[float]) -> str | None:
    """Why these are no delays, and the cure. Clocks of one machine differ by no day."""
    middle = percentile(delays, 0.5)
    if middle > _DAY_S:
        clock = "a clock that begins with the machine or with a simulation"
    elif middle < 0:
        clock = "a clock that is ahead of the system's"
    else:
        return None
    return (
        f"header.stamp is of {clock} (it differs by {middle:.3f} s): no delay can be told; "
        "the publisher must stamp with the system's clock (its node's now(), "
        "with use_sim_time false)"
    )


def delay(options) -> int:
    def line(messages: Messages, fresh: list[Message]):
        delays = [one.delay_s for one in messages.kept if one.delay_s is not None]
        if not fresh:
            return "no new messages", {"delay_s": None}
        if not delays:
            why = (
                "is zero: the publisher does not set it"
                if messages.stamps_are_zero
                else "is not readable"
            )
            return f"header.stamp {why}", {"delay_s": None}
        if why := _other_clock(delays):
            return why, {"delay_s": None, "reason": why}
        mean, least, most, deviation = _spread(delays)
        p50, p90, p99 = (percentile(delays, share) for share in (0.5, 0.9, 0.99))
        text = (
            f"average delay: {mean:.6f}\n\tmin: {least:.6f}s max: {most:.6f}s "
            f"std dev: {deviation:.6f}s window: {len(delays)}\n"
            f"\tp50: {p50:.6f}s p90: {p90:.6f}s p99: {p99:.6f}s"
        )
        return text, {
            "delay_s": mean,
            "min_s": least,
            "max_s": most,
            "std_dev_s": deviation,
            "p50_s": p50,
            "p90_s": p90,
            "p99_s": p99,
            "window": len(delays),
        }

    return _run(options, line, with_stamps=True)


def _stamp_offset(name: str, ends: Ends) -> int:
    """0: header.stamp is the first thing in a message that begins with a header."""
    from baton.definitions import find_definition, parts

    for type_name in ends.types:
        package, folder, message = type_name.split("/")
        path = find_definition(package, folder, message)
        if path is None:
            note(
                f"baton: the definition of {type_name} is not found; it is taken to begin with a "
                "header"
            )
            continue
        fields = [line.split("#")[0].split() for line in parts(path)[0].splitlines()]
        first = next((words for words in fields if len(words) >= 2 and "=" not in words[1]), None)
        if not first or first[0] not in ("std_msgs/Header", "Header", "builtin_interfaces/Time"):
            raise CommandError(f"messages of {name} ({type_name}) do not begin with a header")
    return 0
