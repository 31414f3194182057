# SPDX-License-Identifier: Apache-2.0
"""Checks of what runs: endpoints of one topic that do not match, and processes that are stopped."""

import functools
import itertools
import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from baton.doctor.finding import ERROR, OK, WARNING, Finding
from baton.graph.graph import Ends, Graph, is_hidden, look
from baton.graph.registry import UNLIMITED_NS, Endpoint, Participant, RegistryError

# Of one kind; how many more there are is said in one line.
MOST_FINDINGS = 10
_REASON = re.compile(r"(\w[\w ]*): the publisher offers (.*?), the subscription asks for (.*?);")


class Terms(NamedTuple):
    """What endpoints of a topic are compared by; most of them have the same."""

    type: str
    type_hash: str
    policy: str


# A fault of two endpoints: its text and its cure.
Fault = tuple[str, str]


def topics() -> Iterator[Finding]:
    graph = _look()
    if graph is None:
        return
    found = list(_bounded("types", _refusals(graph, _type_fault)))
    try:
        found += _bounded("qos", _refusals(graph, _qos_fault))
    except ImportError:
        text = "is not compared: that needs the extension of the Python package"
        found.append(Finding("qos", OK, text))
    if not found and (count := len(graph.topics())):
        found.append(Finding("topics", OK, f"{count} topic(s), whose types and QoS match"))
    yield from found
    yield from _one_sided(graph)


# Every node publishes these, and few processes listen.
_OF_EVERY_NODE = {"/rosout", "/parameter_events"}


def _one_sided(graph: Graph) -> Iterator[Finding]:
    """Topics with an end missing: no fault by itself, and a name that is misspelt looks like this."""
    topics = {
        name: ends
        for name, ends in graph.topics().items()
        if name not in _OF_EVERY_NODE and not is_hidden(name)
    }
    for missing, names in (
        ("subscription", [name for name, ends in topics.items() if not ends.subscriptions]),
        ("publisher", [name for name, ends in topics.items() if not ends.publishers]),
    ):
        if names:
            more = f" and {len(names) - MOST_FINDINGS} more" if len(names) > MOST_FINDINGS else ""
            text = f"without a {missing}: {', '.join(names[:MOST_FINDINGS])}{more}"
            yield Finding("topics", OK, text)


def _look() -> Graph | None:
    """None where the registry cannot be read, which its own check says."""
    try:
        return look()
    except (RegistryError, OSError):
        return None


def _refusals(
    graph: Graph, fault_of: Callable[[Terms, Terms], Fault | None]
) -> Iterator[tuple[str, str]]:
    for topic, ends in graph.topics().items():
        publishers, subscriptions = _by_terms(ends.publishers), _by_terms(ends.subscriptions)
        for offer, request in itertools.product(publishers, subscriptions):
            fault = fault_of(offer, request)
            if fault is None:
                continue
            text, cure = fault
            for one, other in itertools.product(publishers[offer], subscriptions[request]):
                nodes = f"the publisher of {_name(one)} and the subscription of {_name(other)}"
                yield f"topic '{topic}': {nodes} do not match: {text}", cure


def _by_terms(endpoints: list[Endpoint]) -> dict[Terms, list[Endpoint]]:
    found = defaultdict(list)
    for one in endpoints:
        found[Terms(one.type, one.type_hash, json.dumps(one.policy, sort_keys=True))].append(one)
    return found


def _name(endpoint: Endpoint) -> str:
    participant = endpoint.participant
    return f"{endpoint.node or participant.name} (process {participant.pid})"


def _bounded(check: str, refusals: Iterator[tuple[str, str]]) -> Iterator[Finding]:
    for text, cure in itertools.islice(refusals, MOST_FINDINGS):
        yield Finding(check, ERROR, text, cure)
    if more := sum(1 for _ in refusals):
        yield Finding(check, ERROR, f"and {more} more", "as above")


def _type_fault(offer: Terms, request: Terms) -> Fault | None:
    if offer.type != request.type:
        text = f"published as '{offer.type}', subscribed as '{request.type}'"
        return text, "one type, or two topics"
    # A type that was not generated has no hash.
    if offer.type_hash and request.type_hash and offer.type_hash != request.type_hash:
        text = f"both call the type '{offer.type}' and define it differently"
        return text, "build both with the same definition"
    return None


@functools.cache
def _qos_fault(offer: Terms, request: Terms) -> Fault | None:
    if _type_fault(offer, request):
        return None
    from baton.qos import QoSCompatibility, qos_check_compatible

    verdict, text = qos_check_compatible(_profile(offer), _profile(request))
    if verdict != QoSCompatibility.ERROR:
        return None
    reasons = _REASON.findall(text)
    return (
        "; ".join(
            f"policy {policy}: the publisher offers {offered}, the subscription asks for {asked}"
            for policy, offered, asked in reasons
        ),
        "; ".join(
            f"have the publisher offer {asked}, or the subscription ask for {offered}"
            for _, offered, asked in reasons
        ),
    )


def _profile(terms: Terms):
    from baton.duration import Duration
    from baton.qos import DurabilityPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy

    policy = json.loads(terms.policy)
    return QoSProfile(
        depth=1,
        reliability=ReliabilityPolicy.RELIABLE
        if policy["reliable"]
        else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL
        if policy["transient_local"]
        else DurabilityPolicy.VOLATILE,
        deadline=Duration(nanoseconds=policy.get("deadline_ns", UNLIMITED_NS)),
        liveliness=LivelinessPolicy.MANUAL_BY_TOPIC
        if policy.get("manual_by_topic")
        else LivelinessPolicy.AUTOMATIC,
        liveliness_lease_duration=Duration(nanoseconds=policy.get("lease_ns", UNLIMITED_NS)),
    )


def stopped() -> Iterator[Finding]:
    graph = _look()
    found = [one for one in graph.participants if _is_stopped(one)] if graph else []
    for one in found[:MOST_FINDINGS]:
        nodes = ", ".join(one.nodes) or "it"
        yield Finding(
            "processes",
            WARNING,
            f"process {one.pid} ({one.name}) is stopped: {nodes} does not answer",
            f"let it go on: fg in its terminal, kill -CONT {one.pid}, or continue in its debugger",
        )
    if more := len(found[MOST_FINDINGS:]):
        yield Finding("processes", WARNING, f"and {more} more are stopped", "as above")


def _is_stopped(participant: Participant) -> bool:
    folder = f"/proc/{participant.pid}"
    try:
        with open(f"{folder}/stat", encoding="utf-8", errors="replace") as file:
            # The name, in parentheses, may have spaces.
            state = file.read().rpartition(")")[2].split()[0]
        # A participant in a container has a number that may be another process's here.
        files = [os.readlink(f"{folder}/fd/{each}") for each in os.listdir(f"{folder}/fd")]
    except (OSError, IndexError):
        return False
    return state in "Tt" and any(file.endswith(f"/{participant.id}.json") for file in files)
