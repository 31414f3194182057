# SPDX-License-Identifier: Apache-2.0
"""The side of an action that executes goals."""

from __future__ import annotations

import contextlib
import inspect
import threading
import time
import traceback
from collections.abc import Callable
from enum import Enum
from typing import Any

from action_msgs.msg import GoalInfo, GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal

from baton.callback_groups import CallbackGroup
from baton.clock import Clock
from baton.clock_type import ClockType
from baton.exceptions import InvalidHandle
from baton.qos import (
    QoSProfile,
    qos_profile_action_status_default,
    qos_profile_services_default,
)
from baton.task import Future

RESULT_TIMEOUT_S = 900.0
# What strangers may make a server keep: goals that have not ended, results, and requests for the
# result of one goal.
MOST = 1000


class GoalResponse(Enum):
    REJECT = 1
    ACCEPT = 2


class CancelResponse(Enum):
    REJECT = 1
    ACCEPT = 2


class GoalEvent(Enum):
    EXECUTE = 1
    CANCEL_GOAL = 2
    SUCCEED = 3
    ABORT = 4
    CANCELED = 5


_NEXT = {
    (GoalStatus.STATUS_ACCEPTED, GoalEvent.EXECUTE): GoalStatus.STATUS_EXECUTING,
    (GoalStatus.STATUS_ACCEPTED, GoalEvent.CANCEL_GOAL): GoalStatus.STATUS_CANCELING,
    (GoalStatus.STATUS_EXECUTING, GoalEvent.CANCEL_GOAL): GoalStatus.STATUS_CANCELING,
    (GoalStatus.STATUS_EXECUTING, GoalEvent.SUCCEED): GoalStatus.STATUS_SUCCEEDED,
    (GoalStatus.STATUS_EXECUTING, GoalEvent.ABORT): GoalStatus.STATUS_ABORTED,
    (GoalStatus.STATUS_CANCELING, GoalEvent.SUCCEED): GoalStatus.STATUS_SUCCEEDED,
    (GoalStatus.STATUS_CANCELING, GoalEvent.ABORT): GoalStatus.STATUS_ABORTED,
    (GoalStatus.STATUS_CANCELING, GoalEvent.CANCELED): GoalStatus.STATUS_CANCELED,
}


class ServerGoalHandle:
    """A goal as its server holds it. Thread safety: all members."""

    def __init__(self, server: ActionServer, request: Any, info: Any) -> None:
        self._server = server
        self._request = request
        self._info = info
        self._lock = threading.Lock()
        self._status = GoalStatus.STATUS_ACCEPTED
        self._result: Future = Future()
        self._awaiting = 0  # requests for the result

    @property
    def request(self) -> Any:
        return self._request

    @property
    def goal_id(self) -> Any:
        return self._info.goal_id

    @property
    def status(self) -> int:
        return self._status

    @property
    def is_active(self) -> bool:
        return self._status in (
            GoalStatus.STATUS_ACCEPTED,
            GoalStatus.STATUS_EXECUTING,
            GoalStatus.STATUS_CANCELING,
        )

    @property
    def is_cancel_requested(self) -> bool:
        return self._status == GoalStatus.STATUS_CANCELING

    def _update(self, event: GoalEvent) -> None:
        with self._lock:
            following = _NEXT.get((self._status, event))
            if following is None:
                raise RuntimeError(
                    f"the goal cannot {event.name.lower()}: its status is {self._status}"
                )
            self._status = following
        if not self.is_active:
            self._server._note_end(self)
        self._server._publish_status()

    def execute(self, execute_callback: Callable | None = None) -> None:
        """Has the executor run the callback, by default the server's."""
        if not self.is_cancel_requested:
            self._update(GoalEvent.EXECUTE)
        self._server._execute(self, execute_callback)

    def publish_feedback(self, feedback: Any) -> None:
        if not isinstance(feedback, self._server.action_type.Feedback):
            raise TypeError(f"feedback must be a {self._server.action_type.__name__}.Feedback")
        message = self._server.action_type.Impl.FeedbackMessage()
        message.goal_id = self.goal_id
        message.feedback = feedback
        self._server._feedback.publish(message)

    def succeed(self) -> None:
        self._update(GoalEvent.SUCCEED)

    def abort(self) -> None:
        self._update(GoalEvent.ABORT)

    def canceled(self) -> None:
        self._update(GoalEvent.CANCELED)

    def destroy(self) -> None:
        self._server._forget(self)


def default_handle_accepted_callback(goal_handle: ServerGoalHandle) -> None:
    goal_handle.execute()


def default_goal_callback(goal_request: Any) -> GoalResponse:
    return GoalResponse.ACCEPT


def default_cancel_callback(cancel_request: Any) -> CancelResponse:
    return CancelResponse.REJECT


class ActionServer:
    """Executes goals, as rclpy's. `execute_callback` gets the goal's handle and returns the result;
    it may be a coroutine. A function that takes its time needs an executor of several threads, for
    goals to be cancelled meanwhile."""

    def __init__(
        self,
        node: Any,
        action_type: Any,
        action_name: str,
        execute_callback: Callable[[ServerGoalHandle], Any],
        *,
        callback_group: CallbackGroup | None = None,
        goal_callback: Callable[[Any], GoalResponse] = default_goal_callback,
        handle_accepted_callback: Callable[
            [ServerGoalHandle], None
        ] = default_handle_accepted_callback,
        cancel_callback: Callable[[Any], CancelResponse] = default_cancel_callback,
        goal_service_qos_profile: QoSProfile = qos_profile_services_default,
        result_service_qos_profile: QoSProfile = qos_profile_services_default,
        cancel_service_qos_profile: QoSProfile = qos_profile_services_default,
        feedback_pub_qos_profile: QoSProfile | int = 10,
        status_pub_qos_profile: QoSProfile = qos_profile_action_status_default,
        result_timeout: float = RESULT_TIMEOUT_S,
    ) -> None:
        self._node = node
        self.action_type = action_type
        self.action_name = action_name
        self._goals: dict[bytes, ServerGoalHandle] = {}
        self._ended: dict[bytes, float] = {}
        self._lock = threading.RLock()
        self._publishing = threading.RLock()  # a signal handler may come while it is held
        self._result_timeout_s = result_timeout
        self.register_execute_callback(execute_callback)
        self.register_goal_callback(goal_callback)
        self.register_cancel_callback(cancel_callback)
        self.register_handle_accepted_callback(handle_accepted_callback)
        prefix = f"{action_name}/_action"
        impl = action_type.Impl
        self._feedback = node.create_publisher(
            impl.FeedbackMessage, f"{prefix}/feedback", feedback_pub_qos_profile
        )
        self._status = node.create_publisher(
            GoalStatusArray, f"{prefix}/status", status_pub_qos_profile
        )
        self._expiry = node.create_timer(
            min(max(result_timeout, 0.01), 1e9),
            self._forget_old,
            callback_group=callback_group,
            clock=Clock(clock_type=ClockType.STEADY_TIME),
            autostart=False,
        )
        self._services = [
            node.create_service(
                service, f"{prefix}/{name}", call, qos_profile=qos, callback_group=callback_group
            )
            for service, name, call, qos in (
                (impl.SendGoalService, "send_goal", self._on_goal, goal_service_qos_profile),
                (CancelGoal, "cancel_goal", self._on_cancel, cancel_service_qos_profile),
                (impl.GetResultService, "get_result", self._on_result, result_service_qos_profile),
            )
        ]

    def register_handle_accepted_callback(self, handle_accepted_callback: Callable | None) -> None:
        self._handle_accepted = handle_accepted_callback or default_handle_accepted_callback

    def register_goal_callback(self, goal_callback: Callable | None) -> None:
        self._goal_callback = goal_callback or default_goal_callback

    def register_cancel_callback(self, cancel_callback: Callable | None) -> None:
        self._cancel_callback = cancel_callback or default_cancel_callback

    def register_execute_callback(self, execute_callback: Callable) -> None:
        if not callable(execute_callback):
            raise TypeError("Failed to register goal execution callback: not callable")
        self._execute_callback = execute_callback

    # ---- goals ----

    async def _on_goal(self, request: Any, response: Any) -> Any:
        key = _key(request.goal_id)
        now = self._node.get_clock().now().to_msg()
        response.stamp = now
        self._forget_old()
        if self._refuses(key):
            response.accepted = False
            return response
        verdict = self._goal_callback(request.goal)
        if inspect.isawaitable(verdict):
            verdict = await verdict
        if not isinstance(verdict, GoalResponse):
            self._node.get_logger().warning(
                "Goal request callback did not return a GoalResponse type. Rejecting goal."
            )
        response.accepted = verdict == GoalResponse.ACCEPT
        if not response.accepted:
            return response
        goal = ServerGoalHandle(self, request.goal, GoalInfo(goal_id=request.goal_id, stamp=now))
        with self._lock:
            response.accepted = not self._refuses(key)  # another may have come meanwhile
            if not response.accepted:
                return response
            self._goals[key] = goal
        self._publish_status()
        self._node._run_soon(lambda: self._handle_accepted(goal))
        return response

    def _refuses(self, key: bytes) -> bool:
        with self._lock:
            if key in self._goals:
                self._node.get_logger().error("a goal of that id exists already: rejected")
                return True
            if len(self._goals) - len(self._ended) >= MOST:
                self._node.get_logger().warning(f"{MOST} goals have not ended: a goal is rejected")
                return True
        return False

    def _execute(self, goal: ServerGoalHandle, callback: Callable | None) -> None:
        function = callback or self._execute_callback

        async def run() -> None:
            result = None
            try:
                result = function(goal)
                if inspect.isawaitable(result):
                    result = await result
            except Exception:
                self._node.get_logger().error(
                    f"Error raised in execute callback: {traceback.format_exc()}"
                )
            self._finish(goal, result)

        self._node._run_soon(run)

    def _finish(self, goal: ServerGoalHandle, result: Any) -> None:
        if goal.is_active:
            self._node.get_logger().warning(
                f"Goal state not set, assuming aborted. Goal ID: {goal.goal_id.uuid}"
            )
            with contextlib.suppress(RuntimeError):
                goal.abort()
        if not isinstance(result, self.action_type.Result):
            result = self.action_type.Result()
        response = self.action_type.Impl.GetResultService.Response()
        response.status = goal.status
        response.result = result
        goal._result.set_result(response)

    def _note_end(self, goal: ServerGoalHandle) -> None:
        key = _key(goal.goal_id)
        with self._lock:
            if self._goals.get(key) is goal:
                self._ended[key] = time.monotonic()
            if len(self._ended) > MOST:
                self._forget(self._goals[next(iter(self._ended))])
        with contextlib.suppress(InvalidHandle):  # the server, or its node, has been destroyed
            if self._expiry.is_canceled() and self._result_timeout_s >= 0:
                self._expiry.reset()

    async def _on_result(self, request: Any, response: Any) -> Any:
        self._forget_old()
        with self._lock:
            goal = self._goals.get(_key(request.goal_id))
            if goal is None or goal._awaiting >= MOST:
                response.status = GoalStatus.STATUS_UNKNOWN
                return response
            goal._awaiting += 1
        try:
            return await goal._result
        finally:
            with self._lock:
                goal._awaiting -= 1

    async def _on_cancel(self, request: Any, response: Any) -> Any:
        wanted = self._wanted(request.goal_info)
        if not wanted and any(request.goal_info.goal_id.uuid):
            with self._lock:
                known = _key(request.goal_info.goal_id) in self._goals
            response.return_code = (
                CancelGoal.Response.ERROR_GOAL_TERMINATED
                if known
                else CancelGoal.Response.ERROR_UNKNOWN_GOAL_ID
            )
            return response
        accepted = []
        for goal in wanted:
            verdict = self._cancel_callback(goal)
            if inspect.isawaitable(verdict):
                verdict = await verdict
            if verdict != CancelResponse.ACCEPT:
                continue
            with contextlib.suppress(RuntimeError):  # it has ended meanwhile
                goal._update(GoalEvent.CANCEL_GOAL)
                accepted.append(goal._info)
        response.goals_canceling = accepted
        if wanted and not accepted:
            response.return_code = CancelGoal.Response.ERROR_REJECTED
        return response

    def _wanted(self, info: Any) -> list[ServerGoalHandle]:
        """As ROS has it: that goal, all, or all up to a time."""
        by_id = any(info.goal_id.uuid)
        stamp = (info.stamp.sec, info.stamp.nanosec)
        with self._lock:
            goals = [goal for goal in self._goals.values() if goal.is_active]
        if not by_id and stamp == (0, 0):
            return goals
        chosen = []
        for goal in goals:
            own = (goal._info.stamp.sec, goal._info.stamp.nanosec)
            same = by_id and _key(goal.goal_id) == _key(info.goal_id)
            if same or (stamp != (0, 0) and own <= stamp):
                chosen.append(goal)
        return chosen

    def _publish_status(self) -> None:
        with self._publishing:  # the newest list must be the last one that is published
            with self._lock:
                goals = list(self._goals.values())
            message = GoalStatusArray()
            message.status_list = [GoalStatus(goal_info=g._info, status=g.status) for g in goals]
            self._status.publish(message)

    def _forget_old(self) -> None:
        """Results are kept for their time; a timer calls this as long as there are some."""
        if self._result_timeout_s < 0:
            return
        with self._lock:
            oldest = time.monotonic() - self._result_timeout_s
            for key in [key for key, ended in self._ended.items() if ended <= oldest]:
                del self._ended[key]
                self._goals.pop(key, None)
            if not self._ended:
                with contextlib.suppress(InvalidHandle):
                    self._expiry.cancel()

    def _forget(self, goal: ServerGoalHandle) -> None:
        key = _key(goal.goal_id)
        with self._lock:
            if self._goals.get(key) is goal:
                del self._goals[key]
                self._ended.pop(key, None)

    def destroy(self) -> None:
        for service in self._services:
            self._node.destroy_service(service)
        self._node.destroy_timer(self._expiry)
        self._node.destroy_publisher(self._feedback)
        self._node.destroy_publisher(self._status)


def _key(goal_id: Any) -> bytes:
    return bytes(goal_id.uuid)
