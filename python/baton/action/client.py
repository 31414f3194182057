# SPDX-License-Identifier: Apache-2.0
"""The side of an action that sends goals."""

from __future__ import annotations

import collections
import math
import threading
import time
import uuid
import weakref
from collections.abc import Callable
from typing import Any

import numpy
from action_msgs.msg import GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal
from unique_identifier_msgs.msg import UUID

from baton.callback_groups import CallbackGroup
from baton.qos import (
    QoSProfile,
    qos_profile_action_status_default,
    qos_profile_services_default,
)
from baton.task import Future

RECENT_GOALS = 256


class ClientGoalHandle:
    """A goal as its client holds it."""

    def __init__(self, client: ActionClient, goal_id: Any, response: Any) -> None:
        self._client = client
        self._goal_id = goal_id
        self._response = response
        self._status = GoalStatus.STATUS_UNKNOWN
        self._lock = threading.Lock()
        self._has_result = False

    def __repr__(self) -> str:
        return (
            f"ClientGoalHandle <id={bytes(self._goal_id.uuid).hex()}, accepted={self.accepted}, "
            f"status={self.status}>"
        )

    @property
    def goal_id(self) -> Any:
        return self._goal_id

    @property
    def stamp(self) -> Any:
        return self._response.stamp

    @property
    def accepted(self) -> bool:
        return self._response.accepted

    @property
    def status(self) -> int:
        return self._status

    def _note_status(self, status: int) -> None:
        with self._lock:
            if not self._has_result:  # a list of statuses that comes later may be older
                self._status = status

    def cancel_goal_async(self) -> Future:
        """The future's result is a CancelGoal.Response."""
        request = CancelGoal.Request()
        request.goal_info.goal_id = self._goal_id
        return self._client._cancel.call_async(request)

    def cancel_goal(self) -> Any:
        """Waits; another thread must spin the node."""
        return _wait(self.cancel_goal_async())

    def get_result_async(self) -> Future:
        """The future's result has `status` and `result`."""
        request = self._client.action_type.Impl.GetResultService.Request(goal_id=self._goal_id)
        future = self._client._result.call_async(request)

        def note(done: Future) -> None:
            with self._lock:
                self._status = done.result().status
                self._has_result = self._status != GoalStatus.STATUS_UNKNOWN

        future.add_done_callback(note)
        return future

    def get_result(self) -> Any:
        """Waits; another thread must spin the node."""
        return _wait(self.get_result_async())


class ActionClient:
    """Sends goals, as rclpy's."""

    def __init__(
        self,
        node: Any,
        action_type: Any,
        action_name: str,
        *,
        callback_group: CallbackGroup | None = None,
        goal_service_qos_profile: QoSProfile = qos_profile_services_default,
        result_service_qos_profile: QoSProfile = qos_profile_services_default,
        cancel_service_qos_profile: QoSProfile = qos_profile_services_default,
        feedback_sub_qos_profile: QoSProfile | int = 10,
        status_sub_qos_profile: QoSProfile = qos_profile_action_status_default,
    ) -> None:
        self._node = node
        self.action_type = action_type
        self.action_name = action_name
        self._goals: weakref.WeakValueDictionary[bytes, ClientGoalHandle] = (
            weakref.WeakValueDictionary()
        )
        self._feedback_callbacks: dict[bytes, Callable] = {}
        self._recent: collections.deque[bytes] = collections.deque()
        prefix = f"{action_name}/_action"
        impl = action_type.Impl
        group = {"callback_group": callback_group}
        self._goal = node.create_client(
            impl.SendGoalService,
            f"{prefix}/send_goal",
            qos_profile=goal_service_qos_profile,
            **group,
        )
        self._cancel = node.create_client(
            CancelGoal, f"{prefix}/cancel_goal", qos_profile=cancel_service_qos_profile, **group
        )
        self._result = node.create_client(
            impl.GetResultService,
            f"{prefix}/get_result",
            qos_profile=result_service_qos_profile,
            **group,
        )
        self._subscriptions = [
            node.create_subscription(
                impl.FeedbackMessage,
                f"{prefix}/feedback",
                self._on_feedback,
                feedback_sub_qos_profile,
                **group,
            ),
            node.create_subscription(
                GoalStatusArray, f"{prefix}/status", self._on_status, status_sub_qos_profile, **group
            ),
        ]

    def _on_feedback(self, message: Any) -> None:
        callback = self._feedback_callbacks.get(bytes(message.goal_id.uuid))
        if callback is not None:
            callback(message)

    def _on_status(self, message: Any) -> None:
        for status in message.status_list:
            goal = self._goals.get(bytes(status.goal_info.goal_id.uuid))
            if goal is not None:
                goal._note_status(status.status)

    def send_goal_async(
        self,
        goal: Any,
        feedback_callback: Callable[[Any], None] | None = None,
        goal_uuid: Any = None,
    ) -> Future:
        """The future's result is a ClientGoalHandle, which says whether the goal was accepted."""
        if not isinstance(goal, self.action_type.Goal):
            raise TypeError(f"a {self.action_type.__name__}.Goal is needed")
        goal_id = goal_uuid or UUID(uuid=numpy.frombuffer(uuid.uuid4().bytes, numpy.uint8))
        key = bytes(goal_id.uuid)
        if feedback_callback is not None:
            self._feedback_callbacks[key] = feedback_callback
        request = self.action_type.Impl.SendGoalService.Request(goal_id=goal_id, goal=goal)
        accepted = Future(executor=lambda: self._node.executor)

        def respond(done: Future) -> None:  # in the executor
            handle = ClientGoalHandle(self, goal_id, done.result())
            if handle.accepted:
                self._goals[key] = handle
                self._forget_old(key)
            else:
                self._feedback_callbacks.pop(key, None)
            accepted.set_result(handle)

        self._goal.call_async(request).add_done_callback(respond)
        return accepted

    def _forget_old(self, key: bytes) -> None:
        """Feedback may come after the result, so callbacks stay: those of the last goals."""
        self._recent.append(key)
        if len(self._recent) > RECENT_GOALS:
            old = self._recent.popleft()
            if old in self._goals:  # still held: it may still be executed
                self._recent.append(old)
            else:
                self._feedback_callbacks.pop(old, None)

    def send_goal(self, goal: Any, **options: Any) -> Any:
        """Sends a goal and waits for its result; another thread must spin the node. The result has
        `status` and `result`; None if the goal was rejected."""
        handle = _wait(self.send_goal_async(goal, **options))
        return handle.get_result() if handle.accepted else None

    def _get_result(self, goal_handle: ClientGoalHandle) -> Any:
        """tf2_ros calls it."""
        return goal_handle.get_result()

    def server_is_ready(self) -> bool:
        clients = (self._goal, self._cancel, self._result)
        return all(each.service_is_ready() for each in clients) and all(
            each.get_publisher_count() > 0 for each in self._subscriptions
        )

    def wait_for_server(self, timeout_sec: float | None = None) -> bool:
        """Blocks, without the GIL, until a server is there; needs no executor."""
        end = math.inf if timeout_sec is None or timeout_sec < 0 else time.monotonic() + timeout_sec
        while not self.server_is_ready():
            left = end - time.monotonic()
            if left <= 0 or not self._node.context.ok():
                return False
            clients = (self._goal, self._cancel, self._result)
            absent = next((each for each in clients if not each.service_is_ready()), None)
            if absent:
                absent.wait_for_service(None if end == math.inf else left)
            else:
                # The services have been met, and the server's topics follow within the same moment.
                time.sleep(min(left, 0.001))
        return True

    def destroy(self) -> None:
        for client in (self._goal, self._cancel, self._result):
            self._node.destroy_client(client)
        for subscription in self._subscriptions:
            self._node.destroy_subscription(subscription)


def _wait(future: Future) -> Any:
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    done.wait()
    return future.result()
