# SPDX-License-Identifier: Apache-2.0
"""QoS events of endpoints, spelled like rclpy.event_handler. A callback gets an object with the
counts of its event: total_count, total_count_change and what else that kind of event has."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

from baton.qos import QoSPolicyKind

EventCallback = Callable[[Any], None]


class QoSPublisherEventType(IntEnum):
    RCL_PUBLISHER_OFFERED_DEADLINE_MISSED = 0
    RCL_PUBLISHER_LIVELINESS_LOST = 1
    RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS = 2
    RCL_PUBLISHER_INCOMPATIBLE_TYPE = 3
    RCL_PUBLISHER_MATCHED = 4


class QoSSubscriptionEventType(IntEnum):
    RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED = 0
    RCL_SUBSCRIPTION_LIVELINESS_CHANGED = 1
    RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS = 2
    RCL_SUBSCRIPTION_MESSAGE_LOST = 3
    RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE = 4
    RCL_SUBSCRIPTION_MATCHED = 5


class UnsupportedEventTypeError(RuntimeError):
    """Every event is supported; for the sake of programs that catch it."""


class QoSOfferedDeadlineMissedInfo(SimpleNamespace):
    total_count: int
    total_count_change: int


class QoSRequestedDeadlineMissedInfo(QoSOfferedDeadlineMissedInfo):
    pass


class QoSLivelinessLostInfo(SimpleNamespace):
    total_count: int
    total_count_change: int


class QoSLivelinessChangedInfo(SimpleNamespace):
    alive_count: int
    alive_count_change: int
    not_alive_count: int
    not_alive_count_change: int


class QoSMessageLostInfo(SimpleNamespace):
    total_count: int
    total_count_change: int


class QoSRequestedIncompatibleQoSInfo(SimpleNamespace):
    total_count: int
    total_count_change: int
    last_policy_kind: QoSPolicyKind

    def __init__(self, *, last_policy_kind: int = QoSPolicyKind.INVALID, **counts: int) -> None:
        super().__init__(last_policy_kind=QoSPolicyKind(last_policy_kind), **counts)


QoSOfferedIncompatibleQoSInfo = QoSRequestedIncompatibleQoSInfo


class IncompatibleTypeInfo(SimpleNamespace):
    total_count: int
    total_count_change: int


class QoSPublisherMatchedInfo(SimpleNamespace):
    current_count: int
    current_count_change: int
    total_count: int
    total_count_change: int


QoSSubscriptionMatchedInfo = QoSPublisherMatchedInfo


def _status(callback: EventCallback, info: type) -> Callable[[dict[str, Any]], None]:
    return lambda counts: callback(info(**counts))


class _Callbacks:
    _kinds: dict[str, type] = {}

    def _as_dict(self) -> dict[str, Callable]:
        chosen = {kind: getattr(self, kind) for kind in self._kinds}
        return {
            kind: _status(call, self._kinds[kind])
            for kind, call in chosen.items()
            if call is not None
        }


class PublisherEventCallbacks(_Callbacks):
    _kinds = {
        "deadline": QoSOfferedDeadlineMissedInfo,
        "incompatible_qos": QoSOfferedIncompatibleQoSInfo,
        "liveliness": QoSLivelinessLostInfo,
        "incompatible_type": IncompatibleTypeInfo,
        "matched": QoSPublisherMatchedInfo,
    }

    def __init__(
        self,
        *,
        incompatible_qos: EventCallback | None = None,
        liveliness: EventCallback | None = None,
        deadline: EventCallback | None = None,
        incompatible_type: EventCallback | None = None,
        matched: EventCallback | None = None,
        use_default_callbacks: bool = True,
    ) -> None:
        self.deadline = deadline
        self.liveliness = liveliness
        self.incompatible_qos = incompatible_qos
        self.incompatible_type = incompatible_type
        self.matched = matched
        self.use_default_callbacks = use_default_callbacks


class SubscriptionEventCallbacks(_Callbacks):
    _kinds = {
        "deadline": QoSRequestedDeadlineMissedInfo,
        "incompatible_qos": QoSRequestedIncompatibleQoSInfo,
        "liveliness": QoSLivelinessChangedInfo,
        "message_lost": QoSMessageLostInfo,
        "incompatible_type": IncompatibleTypeInfo,
        "matched": QoSSubscriptionMatchedInfo,
    }

    def __init__(
        self,
        *,
        incompatible_qos: EventCallback | None = None,
        liveliness: EventCallback | None = None,
        deadline: EventCallback | None = None,
        message_lost: EventCallback | None = None,
        incompatible_type: EventCallback | None = None,
        matched: EventCallback | None = None,
        use_default_callbacks: bool = True,
    ) -> None:
        self.deadline = deadline
        self.liveliness = liveliness
        self.incompatible_qos = incompatible_qos
        self.message_lost = message_lost
        self.incompatible_type = incompatible_type
        self.matched = matched
        self.use_default_callbacks = use_default_callbacks
