# SPDX-License-Identifier: Apache-2.0
"""What discovery over the network shows besides the registry: other machines, and ROS 2's nodes.

It takes part as a node of its own, for as long as it looks. Needs the extension.
"""

import time

from baton.graph.registry import Endpoint, Participant

# Discovery is quiet when nothing has come or gone for so long.
_QUIET_S = 0.4


def wait_until_quiet(node, longest_s: float) -> float:
    """Returns the seconds that passed."""
    begin = time.monotonic()
    while (passed := time.monotonic() - begin) < longest_s:
        if not node.wait_for_graph_change(min(_QUIET_S, longest_s - passed)) and passed > _QUIET_S:
            break
    return time.monotonic() - begin


def remote_participant(node, local: list[Participant]) -> Participant:
    """One participant for all that is not in the registry, with the endpoints of discovery."""
    own = {node.get_fully_qualified_name()}
    known = {name for one in local for name in one.nodes} | own
    names = [name for name in node.get_fully_qualified_node_names() if name not in known]
    remote = Participant("0" * 16, 0, 0, "network", 0, names, [])
    gids = {one.gid for participant in local for one in participant.endpoints}
    for topic, _ in node.get_topic_names_and_types():
        for infos, is_publisher in (
            (node.get_publishers_info_by_topic(topic), True),
            (node.get_subscriptions_info_by_topic(topic), False),
        ):
            for info in infos:
                endpoint = _endpoint(remote, topic, info, is_publisher)
                if (
                    endpoint.node not in own
                    and endpoint.node not in known
                    and (_gid(info) not in gids)
                ):
                    remote.endpoints.append(endpoint)
    _add_services(node, remote, names)
    return remote


def _gid(info) -> str:
    return ".".join(f"{byte:02x}" for byte in info.endpoint_gid[:16])


def _endpoint(remote: Participant, topic: str, info, is_publisher: bool) -> Endpoint:
    qos = info.qos_profile
    policy = {
        "reliable": qos.reliability.name == "RELIABLE",
        "transient_local": qos.durability.name == "TRANSIENT_LOCAL",
        "keep_all": qos.history.name == "KEEP_ALL",
        "depth": qos.depth,
    }
    for key, duration in (
        ("lifespan_ns", qos.lifespan),
        ("deadline_ns", qos.deadline),
        ("lease_ns", qos.liveliness_lease_duration),
    ):
        if duration.nanoseconds > 0:
            policy[key] = duration.nanoseconds
    node = f"{info.node_namespace.rstrip('/')}/{info.node_name}"
    return Endpoint(
        remote,
        len(remote.endpoints),
        is_publisher,
        "topic",
        topic,
        info.topic_type,
        str(info.topic_type_hash),
        node,
        policy,
        _gid(info),
    )


def _add_services(node, remote: Participant, names: list[str]) -> None:
    for full in names:
        namespace, _, name = full.rpartition("/")
        for found, is_client in (
            (node.get_service_names_and_types_by_node(name, namespace or "/"), False),
            (node.get_client_names_and_types_by_node(name, namespace or "/"), True),
        ):
            for service, types in found:
                for type_name in types:
                    remote.endpoints.append(
                        Endpoint(
                            remote,
                            len(remote.endpoints),
                            is_client,
                            "service_request",
                            f"rq{service}Request",
                            f"{type_name}_Request",
                            "",
                            full,
                            {},
                        )
                    )
