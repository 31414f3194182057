# SPDX-License-Identifier: Apache-2.0
"""QoS events of endpoints, spelled like rclpy.event_handler. A callback gets an object with the
counts of its event: total_count, total_count_change and what else that kind of event has."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

EventCallback = Callable[[Any], None]


def _status(callback: EventCallback) -> Callable[[dict[str, Any]], None]:
    return lambda counts: callback(SimpleNamespace(**counts))


class _Callbacks:
    _kinds: dict[str, str] = {}

    def _as_dict(self) -> dict[str, Callable]:
        chosen = {kind: getattr(self, name) for name, kind in self._kinds.items()}
        return {kind: _status(call) for kind, call in chosen.items() if call is not None}


class PublisherEventCallbacks(_Callbacks):
    _kinds = {
        "deadline": "deadline",
        "incompatible_qos": "incompatible_qos",
        "liveliness": "liveliness",
        "incompatible_type": "incompatible_type",
        "matched": "matched",
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
        "deadline": "deadline",
        "incompatible_qos": "incompatible_qos",
        "liveliness": "liveliness",
        "message_lost": "message_lost",
        "incompatible_type": "incompatible_type",
        "matched": "matched",
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
