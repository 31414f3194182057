# SPDX-License-Identifier: Apache-2.0
"""What one look of the observer says, by topic and by process."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple


class TopicRow(NamedTuple):
    """Rates are None where nothing can be read of the publishers."""

    topic: str
    type: str
    publishers: int
    subscriptions: int
    rate_hz: float | None
    bytes_per_s: float | None
    size_bytes: int
    depth: str
    behind: int | None
    # Messages that subscriptions came to too late, since they matched, and since the look before.
    lost: int | None
    lost_now: int
    ways: str
    why_copied: str


class Hold(NamedTuple):
    """A message that a subscription holds, since it was seen first."""

    topic: str
    node: str
    pid: int
    sequence: int | None
    size_bytes: int
    since_s: float


class ProcessRow(NamedTuple):
    """`pool_bytes` is of the publishers that are looked at, None where nothing is seen of them."""

    pid: int
    name: str
    nodes: str
    cpu: float | None
    pool_bytes: int | None
    note: str


class Figures(NamedTuple):
    topics: list[TopicRow]
    holds: list[Hold]
    processes: list[ProcessRow]
    # Topics that were asked for, and have no endpoint.
    missing: list[str]


def figures_of(
    look: dict, before: dict | None, everything: bool = False, chosen: Sequence[str] = ()
) -> Figures:
    """Of a look and, for the use of processors, the one before it.

    `chosen`: the only topics that are looked at; none: all are, without hidden ones unless
    `everything` is asked for.
    """
    processes = {one["participant"]: one for one in look.get("processes", [])}
    topics = _by_topic(look, everything or bool(chosen))
    earlier = _losses((before or {}).get("subscriptions", []))
    rows = [_topic_row(name, *ends, earlier) for name, ends in sorted(topics.items())]
    holds = [
        hold
        for name, (_, subscriptions) in topics.items()
        for hold in _holds(name, subscriptions, processes)
    ]
    holds.sort(key=lambda hold: -hold.since_s)
    missing = [name for name in chosen if name not in topics]
    return Figures(rows, holds, _process_rows(look, before or {}, bool(chosen)), missing)


def _by_topic(look: dict, everything: bool) -> dict[str, tuple[list, list]]:
    found: dict[str, tuple[list, list]] = defaultdict(lambda: ([], []))
    for place, key in enumerate(("publishers", "subscriptions")):
        for one in look.get(key, []):
            hidden = one.get("kind", "topic") != "topic" or any(
                part.startswith("_") for part in one["topic"].split("/")
            )
            if everything or not hidden:
                found[one["topic"]][place].append(one)
    return found


def _sum(publishers: list[dict], key: str) -> float | None:
    known = [one[key] for one in publishers if key in one]
    return sum(known) if known else None


def _losses(subscriptions: list[dict]) -> dict[tuple, int]:
    """{(subscription, publisher): messages that are lost to it}.

    A subscription counts what it has missed when it takes the next message. What is further back
    than its depth will be missed then, so it is lost already.
    """
    losses = {}
    for one in subscriptions:
        depth = _kept(one)
        for match in one.get("matches", []):
            key = one["participant"], one["id"], match["publisher_participant"], match["publisher"]
            too_old = 0 if depth is None else max(0, match.get("behind", 0) - depth)
            losses[key] = match.get("missed", 0) + too_old
    return losses


def _kept(subscription: dict) -> int | None:
    """How many messages wait for a subscription at most; None where that is not known, or all."""
    depth = _depth(subscription)
    return int(depth) if depth.isdigit() else None


def _topic_row(
    name: str, publishers: list[dict], subscriptions: list[dict], earlier: dict[tuple, int]
) -> TopicRow:
    losses = _losses(subscriptions)
    # A match that is new has lost nothing that was seen before.
    lost_now = sum(max(0, lost - earlier[key]) for key, lost in losses.items() if key in earlier)
    ways = [way for one in subscriptions for way in one.get("ways", [])]
    behind = [match.get("behind", 0) for one in subscriptions for match in one.get("matches", [])]
    kinds = sorted({_way_text(way) for way in ways})
    whys = sorted(
        {way.get("why", "") for way in ways if not way.get("zero_copy") and way.get("why")}
    )
    types = sorted({one["type"] for one in [*publishers, *subscriptions]})
    return TopicRow(
        name,
        ", ".join(types),
        len(publishers),
        len(subscriptions),
        _sum(publishers, "rate_hz"),
        _sum(publishers, "bytes_per_s"),
        max((one.get("last_size_bytes", 0) for one in publishers), default=0),
        ", ".join(sorted({_depth(one) for one in publishers})),
        max(behind) if behind else None,
        sum(losses.values()) if losses else None,
        lost_now,
        ", ".join(kinds),
        "; ".join(whys),
    )


def _depth(endpoint: dict) -> str:
    qos = endpoint.get("qos", {})
    return "all" if "all" in str(qos.get("history", "")).lower() else str(qos.get("depth", ""))


def _way_text(way: dict) -> str:
    if way["way"] == "none":
        return "no match"
    return f"{way['way']}, {'zero copy' if way.get('zero_copy') else 'copied'}"


def _holds(topic: str, subscriptions: list[dict], processes: dict) -> list[Hold]:
    return [
        Hold(
            topic,
            one.get("node", ""),
            processes.get(one["participant"], {}).get("pid", 0),
            held.get("sequence"),
            held.get("size_bytes", 0),
            held.get("since_s", 0.0),
        )
        for one in subscriptions
        for match in one.get("matches", [])
        for held in match.get("held", [])
    ]


def _pools(look: dict, some_topics: bool) -> dict[str, int]:
    """{participant: bytes}. Without publishers a process has none, if all topics are looked at."""
    seen = [one for one in look.get("processes", []) if not one.get("not_observable")]
    pools = {} if some_topics else {one["participant"]: 0 for one in seen}
    for one in look.get("publishers", []):
        if "segment_bytes" in one:
            pools[one["participant"]] = pools.get(one["participant"], 0) + one["segment_bytes"]
    return pools


def _process_rows(look: dict, before: dict, some_topics: bool) -> list[ProcessRow]:
    used = {one["participant"]: one.get("cpu_s") for one in before.get("processes", [])}
    pools = _pools(look, some_topics)
    seconds = look.get("interval_s", 0)
    rows = []
    for one in look.get("processes", []):
        earlier, now = used.get(one["participant"]), one.get("cpu_s")
        known = earlier is not None and now is not None and seconds > 0
        rows.append(
            ProcessRow(
                one["pid"],
                one.get("name", ""),
                ", ".join(one.get("nodes", [])),
                (now - earlier) / seconds if known else None,
                pools.get(one["participant"]),
                one.get("not_observable", ""),
            )
        )
    return sorted(rows, key=lambda row: (row.pid, row.name))
