# SPDX-License-Identifier: Apache-2.0
"""Waitables: classes of users' own that wait for several things at once, as rclpy.waitable."""

from __future__ import annotations

import contextlib
import inspect
import threading
from typing import TYPE_CHECKING, Any, NoReturn

from baton.callback_groups import CallbackGroup, gate_of
from baton.exceptions import InvalidHandle
from baton.guard_condition import GuardCondition
from baton.native import _native
from baton.subscription import Subscription
from baton.timer import Timer

if TYPE_CHECKING:
    from baton.node import Node


class NumberOfEntities:
    """How much of each kind a waitable waits for."""

    __slots__ = (
        "num_clients",
        "num_events",
        "num_guard_conditions",
        "num_services",
        "num_subscriptions",
        "num_timers",
    )

    def __init__(
        self,
        num_subs: int = 0,
        num_gcs: int = 0,
        num_timers: int = 0,
        num_clients: int = 0,
        num_services: int = 0,
        num_events: int = 0,
    ) -> None:
        self.num_subscriptions = num_subs
        self.num_guard_conditions = num_gcs
        self.num_timers = num_timers
        self.num_clients = num_clients
        self.num_services = num_services
        self.num_events = num_events

    def __add__(self, other: NumberOfEntities) -> NumberOfEntities:
        total = NumberOfEntities()
        for name in self.__slots__:
            setattr(total, name, getattr(self, name) + getattr(other, name))
        return total

    def __repr__(self) -> str:
        counts = ", ".join(f"{name}={getattr(self, name)}" for name in self.__slots__)
        return f"NumberOfEntities({counts})"


class Waitable:
    """Base of classes that wait for subscriptions, timers and guard conditions; give an object to
    Node.add_waitable(). What it waits for is made without a callback:

        class Camera(Waitable):
            def __init__(self, node):
                super().__init__(node.default_callback_group)
                self.images = node.create_subscription(Image, "image", None, 5)
                self.stop = node.create_guard_condition(None)

            def get_num_entities(self):
                return NumberOfEntities(num_subs=1, num_gcs=1)

            def add_to_wait_set(self, wait_set):
                self.image_index = wait_set.add_subscription(self.images)
                self.stop_index = wait_set.add_guard_condition(self.stop)

            def is_ready(self, wait_set):
                return wait_set.is_ready("subscription", self.image_index)

            def take_data(self):
                return self.images.take()

            async def execute(self, image):
                ...

    The executor of the node asks it when something that it waits for is ready, and when is_ready()
    was False of a message, again after each callback. One thread at a time asks and takes."""

    def __init__(self, callback_group: CallbackGroup) -> None:
        self.callback_group = callback_group
        self.callback_group.add_entity(self)
        self._futures: list[Any] = []

    def __enter__(self) -> Any:
        """Around each look; raises InvalidHandle to be left out."""

    def __exit__(self, *_: object) -> None:
        pass

    def add_future(self, future: Any) -> None:
        """Its done callbacks that are coroutines run in the executor."""
        self._futures.append(future)

    def remove_future(self, future: Any) -> None:
        self._futures.remove(future)

    def get_num_entities(self) -> NumberOfEntities:
        raise NotImplementedError("a waitable says how much it waits for: get_num_entities()")

    def add_to_wait_set(self, wait_set: WaitSet) -> None:
        """Adds what it waits for. Called before each look."""
        raise NotImplementedError("a waitable adds what it waits for: add_to_wait_set()")

    def is_ready(self, wait_set: WaitSet) -> bool:
        raise NotImplementedError("a waitable says whether it is ready: is_ready()")

    def take_data(self) -> Any:
        """Called when it is ready; execute() gets the result."""
        raise NotImplementedError("a waitable takes what has come: take_data()")

    def execute(self, taken_data: Any) -> Any:
        """May be a coroutine."""
        raise NotImplementedError("a waitable does its work: execute()")


class WaitSet:
    """What Waitable.add_to_wait_set() and is_ready() get."""

    def __init__(self, node: Node, fired: Any = None) -> None:
        self._node = node
        self._fired = fired
        self.parts: dict[str, list[Any]] = {"subscription": [], "guard_condition": [], "timer": []}

    def add_subscription(self, subscription: Any) -> int:
        """The index for is_ready()."""
        return self._add("subscription", subscription, Subscription)

    def add_guard_condition(self, guard: Any) -> int:
        return self._add("guard_condition", guard, GuardCondition)

    def add_timer(self, timer: Any) -> int:
        return self._add("timer", timer, Timer)

    def _add(self, name: str, given: Any, kind: type) -> int:
        part = given
        if not isinstance(given, kind):  # rclpy's are added by their handles
            made = self._node._made_of(kind)
            part = next((each for each in made if each.handle is given), None)
        if part is None:
            raise TypeError(f"{given!r} is no {kind.__name__} of this node, nor the handle of one")
        if part.callback is not None:
            raise ValueError(
                f"the {kind.__name__} has a callback, which takes what comes: make it with "
                "callback None, and the waitable takes it"
            )
        self.parts[name].append(part)
        return len(self.parts[name]) - 1

    def add_client(self, client: Any) -> NoReturn:
        _refuse("client", "call_async(), and have a done callback of its future trigger")

    def add_service(self, service: Any) -> NoReturn:
        _refuse("service", "give create_service() a callback, and have it trigger")

    def add_event(self, event: Any) -> NoReturn:
        _refuse("event", "give its endpoint event_callbacks, and have one trigger")

    def is_ready(self, entity_type: str, index: int) -> bool:
        """`entity_type` is "subscription", "guard_condition" or "timer"."""
        part = self.parts[entity_type][index]
        if entity_type == "subscription":
            return part.handle.has_messages()
        return part is self._fired or (entity_type == "timer" and part.is_ready())


def _refuse(what: str, instead: str) -> NoReturn:
    raise NotImplementedError(
        f"a waitable cannot wait for a {what}: {instead} a guard condition, for which it waits"
    )


class Watch:
    """A waitable that was added to a node. Thread safety: all members."""

    def __init__(self, node: Node, waitable: Waitable) -> None:
        self._node = node
        self.waitable = waitable
        self._looking = threading.Lock()
        self._refused = False  # to a thread, because another one looked
        self._begun = False  # with the group; of the thread that looks
        self._watched: dict[int, Any] = {}
        self._gate = gate_of(waitable.callback_group)
        if self._gate is not None:
            self._gate.open_for(waitable)
        self.removed = False
        self._collect(None)

    def _collect(self, fired: Any) -> WaitSet:
        wait_set = WaitSet(self._node, fired)
        self.waitable.add_to_wait_set(wait_set)
        number = self.waitable.get_num_entities()
        for kind, parts in wait_set.parts.items():
            if len(parts) > getattr(number, f"num_{kind}s"):
                raise RuntimeError(
                    f"{type(self.waitable).__name__}.add_to_wait_set() added {len(parts)} of "
                    f"num_{kind}s, and get_num_entities() says {number}"
                )
            for part in parts:
                if id(part) not in self._watched:
                    self._watched[id(part)] = part
                    self._watch(kind, part)
        return wait_set

    def _watch(self, kind: str, part: Any) -> None:
        group = self.waitable.callback_group
        if kind == "subscription":
            handle = self._node._group(group)
            part.handle.watch(self._node.handle, PartGate(self, None), handle)
            return
        if kind == "timer":
            part.handle.watch(PartGate(self, part))
            return
        if part.handle is None:
            part._join(self._node, group)
        part.handle.watch(PartGate(self, part, part._take))

    def begin(self) -> bool:
        """False: another thread looks, or the group does not let it."""
        if not self._looking.acquire(blocking=False):
            self._refused = True
            # The other thread may have ended before it could see that.
            if not self._looking.acquire(blocking=False):
                return False
        allowed = False
        try:
            allowed = self._gate is None or self._gate.may_begin()
        finally:
            if not allowed:
                self._looking.release()
        return allowed

    def end(self) -> None:
        begun, self._begun = self._begun, False
        self._looking.release()
        if self._gate is not None and begun:
            self._gate.end()
        if self._refused:
            self._refused = False
            _native.ask_gates_again()

    def look(self, fired: Any) -> bool | None:
        """True if it was ready and has run; None: the group does not let it after all."""
        with contextlib.ExitStack() as entered:
            try:
                entered.enter_context(self.waitable)
            except InvalidHandle:
                return False
            if not self.waitable.is_ready(self._collect(fired)):
                return False
            # Not before: of a look that finds nothing the group's other callbacks are not told.
            if self._gate is not None:
                if not self._gate.begin():
                    return None
                self._begun = True
            data = self.waitable.take_data()
        for future in self.waitable._futures:
            future._executor = lambda: self._node.executor
        made = self.waitable.execute(data)
        if inspect.iscoroutine(made):
            task = self._node._begin_coroutine(made)
            if self._gate is not None:
                self._gate.wait_for(task)
        if not self.removed:
            self._collect(None)
        return True


class PartGate:
    """Of one thing that a waitable waits for: the executor asks it when that is ready."""

    def __init__(self, watch: Watch, fired: Any, take: Any = None) -> None:
        """`fired` is None for a subscription, whose messages the waitable takes."""
        self._watch = watch
        self._fired = fired
        self._take = take
        self._is_timer = fired is not None and take is None

    def begin(self) -> bool | None:
        if self._watch.removed:
            return self._is_timer
        if not self._watch.begin():
            return False
        try:
            if self._take is not None:
                self._take()
            ready = self._watch.look(self._fired)
        finally:
            self._watch.end()
        if ready is None:
            if self._take is not None:
                self._fired.trigger()
            return False
        if self._is_timer:
            return True  # the executor marks its call as done
        return None if ready else False

    def end(self) -> None:
        pass
