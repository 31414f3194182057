# SPDX-License-Identifier: Apache-2.0
"""Endpoints as the graph shows them."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from baton.qos import QoSProfile, qos_profile_unknown


class TopicEndpointTypeEnum(IntEnum):
    INVALID = 0
    PUBLISHER = 1
    SUBSCRIPTION = 2


class TypeHash:
    """RIHS01, the hash of a type's description."""

    __slots__ = ("value", "version")

    def __init__(self, version: int = 0, value: bytes = bytes(32)) -> None:
        self.version = version
        self.value = value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypeHash):
            return False
        return (self.version, self.value) == (other.version, other.value)

    def __hash__(self) -> int:
        return hash((self.version, self.value))

    def __str__(self) -> str:
        return f"RIHS{self.version:02d}_{self.value.hex()}" if self.version else "INVALID"


class TopicEndpointInfo:
    """A publisher or a subscription of any participant of the domain."""

    def __init__(
        self,
        *,
        node_name: str = "",
        node_namespace: str = "",
        topic_type: str = "",
        topic_type_hash: TypeHash | None = None,
        endpoint_type: TopicEndpointTypeEnum = TopicEndpointTypeEnum.INVALID,
        endpoint_gid: list[int] | None = None,
        qos_profile: QoSProfile = qos_profile_unknown,
    ) -> None:
        self.node_name = node_name
        self.node_namespace = node_namespace
        self.topic_type = topic_type
        self.topic_type_hash = topic_type_hash or TypeHash()
        self.endpoint_type = TopicEndpointTypeEnum(endpoint_type)
        self.endpoint_gid = list(endpoint_gid or [])
        self.qos_profile = qos_profile

    @classmethod
    def _of(cls, entry: dict[str, Any]) -> TopicEndpointInfo:
        hash_, qos = TypeHash(*entry["topic_type_hash"]), QoSProfile._of(entry["qos_profile"])
        return cls(**(entry | {"topic_type_hash": hash_, "qos_profile": qos}))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TopicEndpointInfo) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        gid = ".".join(f"{byte:02x}" for byte in self.endpoint_gid)
        qos = self.qos_profile
        return (
            f"Node name: {self.node_name}\n"
            f"Node namespace: {self.node_namespace}\n"
            f"Topic type: {self.topic_type}\n"
            f"Topic type hash: {self.topic_type_hash}\n"
            f"Endpoint type: {self.endpoint_type.name}\n"
            f"GID: {gid}\n"
            "QoS profile:\n"
            f"  Reliability: {qos.reliability.name}\n"
            f"  History (Depth): {qos.history.name} ({qos.depth})\n"
            f"  Durability: {qos.durability.name}\n"
            f"  Lifespan: {_time(qos.lifespan.nanoseconds)}\n"
            f"  Deadline: {_time(qos.deadline.nanoseconds)}\n"
            f"  Liveliness: {qos.liveliness.name}\n"
            f"  Liveliness lease duration: {_time(qos.liveliness_lease_duration.nanoseconds)}"
        )


def _time(nanoseconds: int) -> str:
    if nanoseconds in (0, (1 << 63) - 1):
        return "Infinite"
    return f"{nanoseconds} nanoseconds"
