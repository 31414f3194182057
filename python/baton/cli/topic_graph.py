# SPDX-License-Identifier: Apache-2.0
"""`baton topic list | info | type | find`: what the registry says of topics."""

from baton.cli.commands import CommandError
from baton.cli.look import look_at_graph, require
from baton.cli.output import print_json
from baton.graph.graph import Ends, is_hidden
from baton.graph.registry import UNLIMITED_NS, Endpoint


def _visible(options) -> dict[str, Ends]:
    topics = look_at_graph(options).topics()
    if options.include_hidden_topics:
        return topics
    return {name: ends for name, ends in topics.items() if not is_hidden(name)}


def list_topics(options) -> int:
    topics = _visible(options)
    if options.json:
        print_json(
            [
                {
                    "name": name,
                    "types": sorted(ends.types),
                    "publishers": len(ends.publishers),
                    "subscriptions": len(ends.subscriptions),
                }
                for name, ends in topics.items()
            ]
        )
    elif options.count_topics:
        print(len(topics))
    elif options.verbose:
        _list_verbosely(topics)
    else:
        for name, ends in topics.items():
            print(f"{name} [{ends.type_text}]" if options.show_types else name)
    return 0


def _list_verbosely(topics: dict[str, Ends]) -> None:
    def say(title: str, kind: str, of) -> None:
        print(title)
        for name, ends in topics.items():
            if count := len(of(ends)):
                print(f" * {name} [{ends.type_text}] {count} {kind}{'s' if count > 1 else ''}")
        print()

    say("Published topics:", "publisher", lambda ends: ends.publishers)
    say("Subscribed topics:", "subscriber", lambda ends: ends.subscriptions)


def show_type(options) -> int:
    topics = look_at_graph(options).topics()
    ends = topics[require(options.topic_name, topics, "topic")]
    if options.json:
        print_json(sorted(ends.types))
    else:
        for name in sorted(ends.types):
            print(name)
    return 0


def find(options) -> int:
    wanted = full_type(options.topic_type, "msg")
    names = [name for name, ends in _visible(options).items() if wanted in ends.types]
    if options.json:
        print_json(names)
    elif options.count_topics:
        print(len(names))
    else:
        for name in names:
            print(name)
    return 0


def full_type(name: str, folder: str) -> str:
    """package/msg/Name of package/Name, too."""
    parts = name.split("/")
    if len(parts) == 2 and all(parts):
        return f"{parts[0]}/{folder}/{parts[1]}"
    if len(parts) == 3 and all(parts) and parts[1] == folder:
        return name
    raise CommandError(f"'{name}' is no name of a type: write package/{folder}/Name")


def show_info(options) -> int:
    graph = look_at_graph(options)
    topics = graph.topics()
    name = require(options.topic_name, topics, "topic")
    ends = topics[name]
    ways = _ways(name) if options.verbose or options.json else {}
    if options.json:
        print_json(
            {
                "topic": name,
                "types": sorted(ends.types),
                "publishers": [_facts(one) for one in ends.publishers],
                "subscriptions": [
                    {**_facts(one), "ways": ways.get((one.participant.id, one.id), [])}
                    for one in ends.subscriptions
                ],
            }
        )
        return 0
    print(f"Type: {ends.type_text}\n")
    for kind, found in (("Publisher", ends.publishers), ("Subscription", ends.subscriptions)):
        print(f"{kind} count: {len(found)}")
        if options.verbose:
            print()
            for one in found:
                print(_text(one))
                for way in ways.get((one.participant.id, one.id), []):
                    print(_way_text(way, ends))
                print()
    return 0


def _node_of(endpoint: Endpoint) -> tuple[str, str]:
    """(name, namespace)"""
    namespace, _, name = endpoint.node.rpartition("/")
    return name or "_NODE_NAME_UNKNOWN_", namespace or "/"


def _duration(ns: int) -> str:
    return "Infinite" if ns >= UNLIMITED_NS else f"{ns} nanoseconds"


def _qos(policy: dict) -> dict[str, str]:
    history = "KEEP_ALL" if policy.get("keep_all") else f"KEEP_LAST ({policy.get('depth')})"
    manual = policy.get("manual_by_topic")
    return {
        "Reliability": "RELIABLE" if policy.get("reliable") else "BEST_EFFORT",
        "History (Depth)": history,
        "Durability": "TRANSIENT_LOCAL" if policy.get("transient_local") else "VOLATILE",
        "Lifespan": _duration(policy.get("lifespan_ns", UNLIMITED_NS)),
        "Deadline": _duration(policy.get("deadline_ns", UNLIMITED_NS)),
        "Liveliness": "MANUAL_BY_TOPIC" if manual else "AUTOMATIC",
        "Liveliness lease duration": _duration(policy.get("lease_ns", UNLIMITED_NS)),
    }


def _facts(endpoint: Endpoint) -> dict:
    name, namespace = _node_of(endpoint)
    return {
        "node_name": name,
        "node_namespace": namespace,
        "type": endpoint.type,
        "type_hash": endpoint.type_hash,
        "gid": endpoint.gid,
        "qos": _qos(endpoint.policy),
        "pid": endpoint.participant.pid,
    }


def _text(endpoint: Endpoint) -> str:
    name, namespace = _node_of(endpoint)
    kind = "PUBLISHER" if endpoint.is_publisher else "SUBSCRIPTION"
    qos = "\n".join(f"  {key}: {value}" for key, value in _qos(endpoint.policy).items())
    return (
        f"Node name: {name}\nNode namespace: {namespace}\nTopic type: {endpoint.type}\n"
        f"Topic type hash: {endpoint.type_hash}\nEndpoint type: {kind}\nGID: {endpoint.gid}\n"
        f"QoS profile:\n{qos}\nProcess: {process_of(endpoint)}"
    )


def process_of(endpoint: Endpoint) -> str:
    participant = endpoint.participant
    return f"{participant.pid} ({participant.name})" if participant.pid else "seen over the network"


def _ways(topic: str) -> dict[tuple[str, int], list[dict]]:
    """By which way messages reach each subscription; {}: the observer is not there."""
    from baton.cli.observe import look_once, observer

    if observer() is None:
        return {}
    seen = look_once([topic])
    return {
        (one["participant"], int(one["id"])): one.get("ways", [])
        for one in seen.get("subscriptions", [])
    }


def _way_text(way: dict, ends: Ends) -> str:
    source = next(
        (
            one
            for one in ends.publishers
            if one.participant.id == way["participant"] and one.id == int(way["publisher"])
        ),
        None,
    )
    node = source.node if source else way["participant"]
    copy = "zero copy" if way["zero_copy"] else "copied" if way["way"] != "none" else "no match"
    why = f": {way['why']}" if way.get("why") else ""
    return f"From {node}: {way['way']}, {copy}{why}"
