# SPDX-License-Identifier: Apache-2.0
"""Topics, services, actions and nodes, as endpoints of participants make them."""

from collections import defaultdict

from baton.graph.registry import Endpoint, Participant, read_participants

_FEEDBACK = "/_action/feedback"


class Graph:
    """One look. Names are full; lists are sorted."""

    def __init__(self, participants: list[Participant]) -> None:
        self.participants = participants

    def endpoints(self) -> list[Endpoint]:
        return [one for participant in self.participants for one in participant.endpoints]

    def nodes(self) -> list[str]:
        """A name may be there twice."""
        return sorted(node for participant in self.participants for node in participant.nodes)

    def topics(self) -> dict[str, "Ends"]:
        return self._by(lambda one: one.topic if one.kind == "topic" else None, _same)

    def services(self) -> dict[str, "Ends"]:
        """`subscriptions` are the servers, `publishers` the clients."""
        return self._by(_service_of, _service_type)

    def actions(self) -> dict[str, "Ends"]:
        """`publishers` are the servers, `subscriptions` the clients: of the feedback."""
        return self._by(_action_of, _action_type)

    def _by(self, name_of, type_of) -> dict[str, "Ends"]:
        found: dict[str, Ends] = defaultdict(Ends)
        for one in self.endpoints():
            name = name_of(one)
            if name is None:
                continue
            ends = found[name]
            (ends.publishers if one.is_publisher else ends.subscriptions).append(one)
            ends.types.add(type_of(one.type))
            if not one.is_publisher:
                ends.subscribed_types.add(type_of(one.type))
        return dict(sorted(found.items()))


class Ends:
    """The endpoints of one name."""

    def __init__(self) -> None:
        self.publishers: list[Endpoint] = []
        self.subscriptions: list[Endpoint] = []
        self.types: set[str] = set()
        self.subscribed_types: set[str] = set()

    @property
    def type_text(self) -> str:
        return ", ".join(sorted(self.types))


def look() -> Graph:
    return Graph(read_participants())


def is_hidden(name: str) -> bool:
    """A part of the name begins with _."""
    return any(part.startswith("_") for part in name.split("/"))


def _same(type_name: str) -> str:
    return type_name


def _service_of(endpoint: Endpoint) -> str | None:
    """Of the endpoint of a request: rq/NAMERequest."""
    if endpoint.kind != "service_request":
        return None
    name = endpoint.topic.removeprefix("rq").removesuffix("Request")
    return name if name.startswith("/") else "/" + name


def _service_type(type_name: str) -> str:
    return type_name.removesuffix("_Request")


def _action_of(endpoint: Endpoint) -> str | None:
    if endpoint.kind != "topic" or not endpoint.topic.endswith(_FEEDBACK):
        return None
    return endpoint.topic.removesuffix(_FEEDBACK)


def _action_type(type_name: str) -> str:
    return type_name.removesuffix("_FeedbackMessage")
