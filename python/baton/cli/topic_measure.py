# SPDX-License-Identifier: Apache-2.0
"""`baton topic hz | bw | delay`: figures from the time stamps that publishers have in memory anyway."""

import collections
import itertools
import math

from baton.cli.look import look_at_graph, require
from baton.cli.observe import looks
from baton.cli.output import note, print_json
from baton.graph.graph import Ends

_COPIED = "baton: the topic has no messages in shared memory now (no subscription in another process); "


def _topic(options) -> tuple[str, Ends]:
    topics = look_at_graph().topics()
    name = require(options.topic_name, topics, "topic")
    return name, topics[name]


class _Messages:
    """(sequence, time, size, stamp) of the messages of each publisher, each once, in a window."""

    def __init__(self, window: int) -> None:
        self.kept: collections.deque = collections.deque(maxlen=window)
        self._last: dict[tuple, int] = {}
        self._published: dict[tuple, int] = {}
        self.first_look = True

    def add(self, look: dict) -> tuple[list, float]:
        """(new messages by their time, publications a second that left no message to see)"""
        new, unseen = [], 0.0
        for one in look.get("publishers", []):
            key = (one["participant"], one["id"])
            last = self._last.get(key, -1)
            fresh = [message for message in one.get("messages", []) if message[0] > last]
            if fresh:
                self._last[key] = fresh[-1][0]
            published = one.get("published", 0)
            before = self._published.get(key, published)
            self._published[key] = published
            new += fresh
            if not one.get("messages") and look["interval_s"] > 0:
                unseen += (published - before) / look["interval_s"]
        new.sort(key=lambda message: message[1])
        if self.first_look:
            # What was published before this command is not its measurement.
            self.first_look = False
            return [], 0.0
        self.kept.extend(new)
        return new, unseen


def _run(options, extra: list[str], line) -> int:
    name, _ = _topic(options)
    messages = _Messages(max(2, options.window))
    arguments = ["--messages", "--interval", str(options.interval), *extra]
    lines, said = 0, False
    for look in looks([name], arguments):
        new, unseen = messages.add(look)
        if look["interval_s"] == 0:
            continue
        figures = line(messages, new, unseen, look)
        if figures is None:
            if unseen > 0 and not said:
                note(_COPIED + "rates are counted, and nothing else is known of them")
                said = True
            continue
        if options.json:
            print_json({"topic": name, **figures[1]})
        else:
            print(figures[0], flush=True)
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
    def line(messages, new, unseen, look):
        if not new and unseen > 0:
            return f"average rate: {unseen:.3f}\n\tcounted by the publisher", {"rate_hz": unseen}
        times = [message[1] * 1e-9 for message in messages.kept]
        gaps = [b - a for a, b in itertools.pairwise(times)]
        if not new or not gaps:
            return "no new messages", {"rate_hz": 0.0}
        mean, least, most, deviation = _spread(gaps)
        rate = 1 / mean if mean > 0 else math.inf
        text = (f"average rate: {rate:.3f}\n\tmin: {least:.3f}s max: {most:.3f}s "
                f"std dev: {deviation:.5f}s window: {len(times)}")
        return text, {"rate_hz": rate, "min_s": least, "max_s": most, "std_dev_s": deviation,
                      "window": len(times)}

    return _run(options, [], line)


def _bytes(value: float) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if value >= size:
            return f"{value / size:.2f} {unit}"
    return f"{value:.0f} B"


def bw(options) -> int:
    def line(messages, new, unseen, look):
        sizes = [message[2] for message in messages.kept]
        if not new:
            return None if unseen > 0 else ("no new messages", {"bytes_per_s": 0.0})
        seconds = (messages.kept[-1][1] - messages.kept[0][1]) * 1e-9
        rate = sum(sizes[1:]) / seconds if seconds > 0 else sum(
            one.get("bytes_per_s", 0) for one in look["publishers"])
        mean, least, most, _ = _spread(sizes)
        text = (f"{_bytes(rate)}/s from {len(sizes)} messages\n\tMessage size mean: {_bytes(mean)} "
                f"min: {_bytes(least)} max: {_bytes(most)}")
        return text, {"bytes_per_s": rate, "messages": len(sizes), "mean_bytes": mean,
                      "min_bytes": least, "max_bytes": most}

    return _run(options, [], line)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def delay(options) -> int:
    def line(messages, new, unseen, look):
        delays = [(one[1] - one[3]) * 1e-9 for one in messages.kept if len(one) > 3]
        if not new:
            return None if unseen > 0 else ("no new messages", {"delay_s": None})
        if not delays:
            return "the messages have no header.stamp", {"delay_s": None}
        mean, least, most, deviation = _spread(delays)
        p50, p90, p99 = (percentile(delays, share) for share in (0.5, 0.9, 0.99))
        text = (f"average delay: {mean:.6f}\n\tmin: {least:.6f}s max: {most:.6f}s "
                f"std dev: {deviation:.6f}s window: {len(delays)}\n"
                f"\tp50: {p50:.6f}s p90: {p90:.6f}s p99: {p99:.6f}s")
        return text, {"delay_s": mean, "min_s": least, "max_s": most, "std_dev_s": deviation,
                      "p50_s": p50, "p90_s": p90, "p99_s": p99, "window": len(delays)}

    return _run(options, ["--stamp-offset", str(_stamp_offset(options))], line)


def _stamp_offset(options) -> int:
    """0: header.stamp is the first thing in a message that begins with a header."""
    from baton.cli.commands import CommandError
    from baton.definitions import find_definition, parts

    name, ends = _topic(options)
    for type_name in ends.types:
        package, folder, message = type_name.split("/")
        path = find_definition(package, folder, message)
        if path is None:
            note(f"baton: the definition of {type_name} is not found; it is taken to begin with a header")
            continue
        fields = [line.split("#")[0].split() for line in parts(path)[0].splitlines()]
        first = next((words for words in fields if len(words) >= 2 and "=" not in words[1]), None)
        if not first or first[0] not in ("std_msgs/Header", "Header", "builtin_interfaces/Time"):
            raise CommandError(f"messages of {name} ({type_name}) do not begin with a header")
    return 0
