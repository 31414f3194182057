# SPDX-License-Identifier: Apache-2.0
"""A graph of nodes, and what a run of it must deliver."""

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Topic:
    """`source` publishes at a rate, or each time when it has received a message of the topic `after`."""

    name: str
    source: str
    readers: tuple[str, ...]
    # Bytes of its messages behind the stamps; 0 where each run of the graph sets it.
    size: int = 0
    rate_hz: float = 0
    after: str = ""


@dataclass(frozen=True)
class Graph:
    name: str
    title: str
    topics: tuple[Topic, ...]
    # Of topics that have none of their own, a run for each.
    sizes: tuple[int, ...] = ()

    @property
    def nodes(self) -> list[str]:
        """In the order in which the topics name them."""
        return list(
            dict.fromkeys(node for each in self.topics for node in (each.source, *each.readers))
        )

    @property
    def has_chains(self) -> bool:
        """Whether a message makes a node publish."""
        return any(topic.after for topic in self.topics)

    def of_size(self, size: int) -> "Graph":
        return replace(
            self, topics=tuple(replace(each, size=each.size or size) for each in self.topics)
        )

    def ends(self) -> Iterator[tuple[Topic, str]]:
        """The subscriptions behind which no node publishes: a topic, and a node that reads it."""
        followed = {(topic.after, topic.source) for topic in self.topics}
        for topic in self.topics:
            for node in topic.readers:
                if (topic.name, node) not in followed:
                    yield topic, node

    def rate_of(self, topic: Topic) -> float:
        """Messages a second, where every node keeps up."""
        while topic.after:
            topic = next(each for each in self.topics if each.name == topic.after)
        return topic.rate_hz

    def due_per_s(self) -> float:
        """Messages a second at all ends."""
        return sum(self.rate_of(topic) for topic, _ in self.ends())

    def as_json(self) -> dict:
        """As `node_graph` reads it."""
        return {
            "topics": [
                {
                    "name": topic.name,
                    "size_bytes": topic.size,
                    "from": topic.source,
                    "to": list(topic.readers),
                    **({"after": topic.after} if topic.after else {"rate_hz": topic.rate_hz}),
                }
                for topic in self.topics
            ]
        }
