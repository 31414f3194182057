# SPDX-License-Identifier: Apache-2.0
"""Nodes: names under which publishers, subscriptions, services, timers and parameters are made."""

from __future__ import annotations

import inspect
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from baton.callback_groups import (
    CallbackGroup,
    MutuallyExclusiveCallbackGroup,
    ReentrantCallbackGroup,
    gate_of,
)
from baton.client import Client
from baton.clock import Clock, ClockType
from baton.context import Context, get_default_context
from baton.event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from baton.exceptions import NotInitializedException
from baton.gate import Gate
from baton.logging import RcutilsLogger, get_logger
from baton.native import _native
from baton.node_async import NodeAsync
from baton.node_checks import (
    ignore,
    require_callable,
    require_name,
    service_type,
    takes,
    takes_info,
)
from baton.node_graph import NodeGraph
from baton.node_guards import NodeGuards
from baton.node_parameters import NodeParameters
from baton.parameter import Parameter
from baton.publisher import Publisher
from baton.qos import (
    QoSOverridingOptions,
    QoSProfile,
    qos_profile_rosout_default,
    qos_profile_services_default,
    to_profile,
)
from baton.service import Service
from baton.subscription import Subscription
from baton.task import Task
from baton.time import Time
from baton.timer import Rate, Timer, TimerInfo

if TYPE_CHECKING:
    from baton.executors import Executor


class Node(NodeGraph, NodeParameters, NodeGuards, NodeAsync):
    """A node, as in rclpy. Give it to spin(), to an executor, or to an event loop of asyncio, which
    run its callbacks. Thread safety: all members.

    The node keeps what is made with it until that, or the node, is destroyed; what is used after
    that raises InvalidHandle."""

    def __init__(
        self,
        node_name: str,
        *,
        context: Context | None = None,
        cli_args: list[str] | None = None,
        namespace: str | None = None,
        use_global_arguments: bool = True,
        enable_rosout: bool = True,
        rosout_qos_profile: QoSProfile | int = qos_profile_rosout_default,
        start_parameter_services: bool = True,
        parameter_overrides: list[Parameter] | None = None,
        allow_undeclared_parameters: bool = False,
        automatically_declare_parameters_from_overrides: bool = False,
        enable_logger_service: bool = False,
    ) -> None:
        """Raises InvalidNodeNameException, InvalidNamespaceException, and NotInitializedException
        before init()."""
        self._context = context or get_default_context()
        if not self._context.ok():
            raise NotInitializedException("the node cannot be created")
        arguments = list(cli_args or [])
        if arguments and "--ros-args" not in arguments:
            arguments.insert(0, "--ros-args")
        settings = {
            "arguments": arguments,
            "use_global_arguments": use_global_arguments,
            "enable_rosout": enable_rosout,
            "rosout_qos": to_profile(rosout_qos_profile)._as_tuple(),
            "start_parameter_services": start_parameter_services,
            "parameter_overrides": [p.to_parameter_msg() for p in parameter_overrides or []],
            "allow_undeclared_parameters": allow_undeclared_parameters,
            "automatically_declare_parameters_from_overrides": (
                automatically_declare_parameters_from_overrides
            ),
            "enable_logger_service": enable_logger_service,
        }
        self._handle = _native.create_node(
            self._context.handle, node_name, namespace or "", settings
        )
        self._allow_undeclared_parameters = allow_undeclared_parameters
        self._parameter_callbacks: dict[Any, Any] = {}
        self._made: dict[int, Any] = {}
        self._watches: dict[int, Any] = {}
        self._executor_reference: Any = None
        self._default_group: CallbackGroup | None = None
        self._soon_group: CallbackGroup | None = None
        self._groups: set[CallbackGroup] = set()
        self._clock = Clock._of(self._handle.clock)
        self._logger = get_logger(self._handle.logger_name)

    # ---- the node itself ----

    @property
    def handle(self) -> Any:
        return self._handle

    @property
    def handle_is_valid(self) -> bool:
        return self._handle.valid

    @property
    def context(self) -> Context:
        return self._context

    @property
    def executor(self) -> Executor | None:
        reference = self._executor_reference
        return reference() if reference is not None else None

    @executor.setter
    def executor(self, new_executor: Executor | None) -> None:
        former = self.executor
        if former is not None and former is not new_executor:
            former.remove_node(self)
            self._executor = None
        if new_executor is not None:
            new_executor.add_node(self)
        self._executor = new_executor

    @property
    def _executor(self) -> Executor | None:
        return self.executor

    @_executor.setter
    def _executor(self, executor: Executor | None) -> None:
        self._executor_reference = weakref.ref(executor) if executor is not None else None

    def get_name(self) -> str:
        return self._handle.name

    def get_namespace(self) -> str:
        return self._handle.namespace_

    def get_fully_qualified_name(self) -> str:
        return self._handle.fully_qualified_name

    def get_logger(self) -> RcutilsLogger:
        return self._logger

    def get_clock(self) -> Clock:
        return self._clock

    def now(self) -> Time:
        return self._clock.now()

    @property
    def default_callback_group(self) -> CallbackGroup:
        if self._default_group is None:
            self._default_group = MutuallyExclusiveCallbackGroup()
        return self._default_group

    def _group(self, group: CallbackGroup | None) -> Any:
        if group is None or group is self._default_group:
            return None
        handle = group._of(self)
        self._groups.add(group)  # entities hold theirs weakly
        return handle

    def _keep(
        self, made: Any, group: CallbackGroup | None = None, gate: Gate | None = None
    ) -> Any:
        made.callback_group = group or self.default_callback_group
        made.callback_group.add_entity(made)
        made._gate = gate
        self._made[id(made)] = made
        if gate is not None:
            gate.open_for(made)
        return made

    def _forget(self, made: Any) -> None:
        """Its owner keeps it."""
        self._made.pop(id(made), None)

    def _begin(self, task: Task) -> None:
        """The first step of a callback that is a coroutine; what it raises comes out of spin."""
        task()
        if task.done():
            task.result()
        else:
            task.add_done_callback(self._end_task)

    def _end_task(self, task: Any) -> None:
        error = task.exception()
        if error is not None and self.executor is not None:
            self.executor._raise_later(error)

    def _as_function(self, callback: Callable, gate: Gate | None = None) -> Callable:
        """Coroutines are run as tasks, for which the gate waits."""
        called = getattr(callback, "__call__", callback)  # noqa: B004
        if not (inspect.iscoroutinefunction(callback) or inspect.iscoroutinefunction(called)):
            return callback

        def run(*arguments: Any) -> None:
            task = self._begin_coroutine(callback(*arguments))
            if gate is not None:
                gate.wait_for(task)

        return run

    def _begin_coroutine(self, coroutine: Any) -> Any:
        """The first step of it, in the executor or the event loop that has the node; its task."""
        executor: Any = self.executor
        if hasattr(executor, "adopt"):  # of asyncio: the loop runs it
            return executor._begin(coroutine)
        task = Task(coroutine, executor=lambda: self.executor)
        self._begin(task)
        return task

    def _run_soon(self, function: Callable[[], Any]) -> None:
        """Runs a function or coroutine function in the executor, beside whatever else runs."""
        if self._soon_group is None:
            self._soon_group = ReentrantCallbackGroup()
        timer: Any = None
        first = threading.Lock()  # the group is reentrant: several threads may find the timer ready

        def once() -> None:
            if first.acquire(blocking=False):
                self.destroy_timer(timer)
                run()

        run = self._as_function(function)
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        timer = self.create_timer(0, lambda: once(), self._soon_group, steady, autostart=False)
        timer.reset()

    # ---- topics ----

    def create_publisher(
        self,
        msg_type: Any,
        topic: str,
        qos_profile: QoSProfile | int,
        *,
        callback_group: CallbackGroup | None = None,
        event_callbacks: PublisherEventCallbacks | None = None,
        qos_overriding_options: QoSOverridingOptions | None = None,
        publisher_class: type[Publisher] = Publisher,
    ) -> Publisher:
        """`msg_type` is a class of messages, such as sensor_msgs.msg.Image; `qos_profile` may be a
        depth. Raises InvalidTopicNameException."""
        require_name(topic)
        qos = to_profile(qos_profile)
        events = event_callbacks or PublisherEventCallbacks()
        handle = _native.create_publisher(
            self._handle,
            msg_type,
            topic,
            qos._as_tuple(),
            self._group(callback_group),
            events._as_dict(),
            events.use_default_callbacks,
            qos_overriding_options._as_tuple() if qos_overriding_options else None,
        )
        return self._keep(publisher_class(handle, msg_type, qos), callback_group)

    def create_subscription(
        self,
        msg_type: Any,
        topic: str,
        callback: Callable[..., Any] | None,
        qos_profile: QoSProfile | int,
        *,
        callback_group: CallbackGroup | None = None,
        event_callbacks: SubscriptionEventCallbacks | None = None,
        qos_overriding_options: QoSOverridingOptions | None = None,
        raw: bool = False,
        content_filter_options: Any = None,
        ignore_local_publications: bool = False,
    ) -> Subscription:
        """`callback` gets the message, and, if it takes two arguments, a dict of what is known of
        it; it may be a coroutine. None: the subscription is only asked by take(). `raw`: messages
        come as bytes in CDR. Raises InvalidTopicNameException."""
        require_name(topic)
        require_callable(callback)
        qos = to_profile(qos_profile)
        events = event_callbacks or SubscriptionEventCallbacks()
        gate = gate_of(callback_group)
        filter_ = content_filter_options
        settings = {
            "events": events._as_dict(),
            "default_callbacks": events.use_default_callbacks,
            "group": self._group(callback_group),
            "ignore_local": ignore_local_publications,
            "overrides": qos_overriding_options._as_tuple() if qos_overriding_options else None,
            "filter": filter_.filter_expression if filter_ else "",
            "filter_parameters": list(filter_.expression_parameters) if filter_ else [],
            "raw": raw,
            "with_info": takes_info(callback),
            "spun": callback is not None,
            "gate": gate,
        }
        function = self._as_function(callback, gate) if callback is not None else ignore
        handle = _native.create_subscription(
            self._handle, msg_type, topic, function, qos._as_tuple(), settings
        )
        return self._keep(Subscription(handle, msg_type, callback, qos, raw), callback_group, gate)

    # ---- timers ----

    def create_timer(
        self,
        timer_period_sec: float,
        callback: Callable[..., Any] | None,
        callback_group: CallbackGroup | None = None,
        clock: Clock | None = None,
        autostart: bool = True,
    ) -> Timer:
        """Calls `callback` each period of `clock`, by default the node's. A callback that takes an
        argument gets a TimerInfo; it may be a coroutine."""
        require_callable(callback)
        clock = clock or self._clock
        period_ns = int(float(timer_period_sec) * 1e9)
        if period_ns < 0:
            raise ValueError("timer period cannot be negative")
        gate = gate_of(callback_group)
        function = self._as_function(callback, gate) if callback is not None else ignore
        call: Callable[[int, int], None]
        if callback is not None and takes(callback, 1):
            clock_type = clock.clock_type

            def call(expected_ns: int, actual_ns: int) -> None:
                function(
                    TimerInfo(
                        expected_call_time=Time(nanoseconds=expected_ns, clock_type=clock_type),
                        actual_call_time=Time(nanoseconds=actual_ns, clock_type=clock_type),
                    )
                )
        else:

            def call(expected_ns: int, actual_ns: int) -> None:
                function()

        handle = _native.create_timer(
            *(self._handle, period_ns, call, self._group(callback_group), clock.handle, autostart),
            gate=gate,
            gated=gate is not None or callback is None,  # a waitable may watch it
        )
        return self._keep(Timer(handle, callback, clock), callback_group, gate)

    def create_rate(self, frequency: float, clock: Clock | None = None) -> Rate:
        """A rate that sleeps; it needs no executor."""
        if frequency <= 0:
            raise ValueError("frequency must be > 0")
        return Rate(int(1e9 / frequency), clock or self._clock, self._context)

    # ---- services ----

    def create_service(
        self,
        srv_type: Any,
        srv_name: str,
        callback: Callable[[Any, Any], Any],
        *,
        qos_profile: QoSProfile = qos_profile_services_default,
        callback_group: CallbackGroup | None = None,
    ) -> Service:
        """`callback` gets the request and an empty response and returns the response; it may be a
        coroutine. Raises InvalidServiceNameException."""
        require_name(srv_name)
        require_callable(callback)
        service = Service(self, srv_type, srv_name, callback, qos_profile)
        gate = gate_of(callback_group)
        service._handle = _native.create_service(
            self._handle,
            service_type(srv_type),
            srv_name,
            service._answer,
            qos_profile._as_tuple(),
            self._group(callback_group),
            gate,
        )
        return self._keep(service, callback_group, gate)

    def create_client(
        self,
        srv_type: Any,
        srv_name: str,
        *,
        qos_profile: QoSProfile = qos_profile_services_default,
        callback_group: CallbackGroup | None = None,
    ) -> Client:
        """Raises InvalidServiceNameException."""
        require_name(srv_name)
        gate = gate_of(callback_group)
        handle = _native.create_client(
            self._handle,
            service_type(srv_type),
            srv_name,
            qos_profile._as_tuple(),
            self._group(callback_group),
            gate,
        )
        client = Client(self, handle, srv_type, srv_name, qos_profile)
        return self._keep(client, callback_group, gate)

    # ---- what was made ----

    def _made_of(self, kind: type) -> Iterator[Any]:
        return (each for each in list(self._made.values()) if isinstance(each, kind))

    @property
    def publishers(self) -> Iterator[Publisher]:
        return self._made_of(Publisher)

    @property
    def subscriptions(self) -> Iterator[Subscription]:
        return self._made_of(Subscription)

    @property
    def clients(self) -> Iterator[Client]:
        return self._made_of(Client)

    @property
    def services(self) -> Iterator[Service]:
        return self._made_of(Service)

    @property
    def timers(self) -> Iterator[Timer]:
        return self._made_of(Timer)

    def _destroy(self, made: Any) -> bool:
        if self._made.pop(id(made), None) is None:
            return False
        made.destroy()
        return True

    def destroy_publisher(self, publisher: Publisher) -> bool:
        """True if the publisher was one of this node."""
        return self._destroy(publisher)

    def destroy_subscription(self, subscription: Subscription) -> bool:
        return self._destroy(subscription)

    def destroy_client(self, client: Client) -> bool:
        return self._destroy(client)

    def destroy_service(self, service: Service) -> bool:
        return self._destroy(service)

    def destroy_timer(self, timer: Timer) -> bool:
        return self._destroy(timer)

    def destroy_rate(self, rate: Rate) -> bool:
        rate.destroy()
        return True

    def destroy_node(self) -> None:
        """Destroys all that was made with the node, and the node. Messages that are held stay
        valid."""
        if self.executor is not None:
            self.executor.remove_node(self)
        for made in list(self._made.values()):
            made.destroy()
        self._made.clear()
        for waitable in list(self.waitables):
            self.remove_waitable(waitable)
        for callback in list(self._parameter_callbacks.values()):
            callback.end()
        self._parameter_callbacks.clear()
        self._handle.destroy()

    def __enter__(self) -> Node:
        return self

    def __exit__(self, *_: object) -> None:
        self.destroy_node()

    def __repr__(self) -> str:
        if not self._handle.valid:
            return "<baton.Node, destroyed>"
        return f"<baton.Node {self.get_fully_qualified_name()}>"
