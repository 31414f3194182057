# SPDX-License-Identifier: Apache-2.0
"""Nodes in an event loop of asyncio: no thread, and nothing polls. The loop watches the descriptor
on which the executor of C++ would sleep."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable
from typing import Any

from baton.context import Context, get_default_context
from baton.executors import Executor

_of_loop: weakref.WeakKeyDictionary[Any, dict[Any, AsyncExecutor]] = weakref.WeakKeyDictionary()


class AsyncExecutor(Executor):
    """Runs the callbacks of its nodes in the running event loop of asyncio, as soon as it is made,
    until close(). Callbacks that are coroutines become tasks of the loop. What a callback raises
    goes to the loop's exception handler, or out of `await executor.run()`.

    Thread safety: everything in the loop's thread, except wake()."""

    _kind = "hosted"

    def __init__(self, *, context: Context | None = None) -> None:
        super().__init__(context=context)
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._waiting: asyncio.Future | None = None
        self._closed = False
        self._descriptor = self._handle.descriptor()
        self._loop.add_reader(self._descriptor, self._run)
        self._at_end: weakref.WeakSet[Any] = weakref.WeakSet()
        reference = weakref.ref(self)

        def end() -> None:
            executor = reference()
            if executor is not None and not executor._loop.is_closed():
                executor._loop.call_soon_threadsafe(executor._end)

        self._context.on_shutdown(end)
        self._loop.call_soon(self._run)

    @staticmethod
    def of_running_loop(context: Context | None = None) -> AsyncExecutor:
        """The executor of this loop and context; made with the first call."""
        executors = _of_loop.setdefault(asyncio.get_running_loop(), {})
        chosen = context or get_default_context()
        executor = executors.get(chosen)
        if executor is None or executor._closed:
            executor = executors[chosen] = AsyncExecutor(context=chosen)
        return executor

    def adopt(self, node: Any) -> None:
        """Adds the node, unless it is here. One that another executor has leaves it."""
        if node.executor is not self:
            self.add_node(node)
            self._loop.call_soon(self._run)

    def _run(self) -> None:
        if self._closed:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left_ns = 0
        try:
            self._run_ready()
            left_ns = self._handle.run_ready()
        except BaseException as error:
            if not isinstance(error, Exception):
                raise
            self._report(error)
        if left_ns == 0:
            self._loop.call_soon(self._run)
        elif left_ns > 0:
            self._timer = self._loop.call_later(left_ns / 1e9, self._run)

    def _report(self, error: Exception) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(error)
            return
        self._loop.call_exception_handler(
            {"message": "a callback of a baton node failed", "exception": error}
        )

    def _begin(self, coroutine: Any) -> Any:
        task = self._loop.create_task(coroutine)

        def report(done: asyncio.Task) -> None:
            if not done.cancelled() and isinstance(done.exception(), Exception):
                self._report(done.exception())  # type: ignore[arg-type]

        task.add_done_callback(report)
        return task

    async def run(self) -> None:
        """Waits until the context is shut down; raises what a callback raises."""
        if not self._context.ok():
            return
        self._waiting = self._loop.create_future()
        try:
            await self._waiting
        finally:
            self._waiting = None

    def _end(self) -> None:
        for each in list(self._at_end):
            each.end()
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def wake(self) -> None:
        if not self._closed and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._run)

    def close(self) -> None:
        """Stops; the nodes may go to another executor."""
        if self._closed:
            return
        self._closed = True
        if not self._loop.is_closed():
            self._loop.remove_reader(self._descriptor)
        if self._timer is not None:
            self._timer.cancel()
        self._end()
        for node in self.get_nodes():
            self.remove_node(node)

    def shutdown(self, timeout_sec: float | None = None) -> bool:
        self.close()
        return super().shutdown(timeout_sec)

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("this executor runs in an event loop: await executor.run()")

    spin = spin_once = spin_some = spin_until_future_complete = _refuse


class Messages:
    """An asynchronous iterator over the messages of a topic; see Node.messages()."""

    def __init__(self, node: Any, message_class: Any, topic: str, qos: Any, options: Any) -> None:
        self._executor = AsyncExecutor.of_running_loop(node.context)
        self._executor.adopt(node)
        self._node = node
        self._ended = False
        self._next: asyncio.Future | None = None
        self._arrived: asyncio.Event = asyncio.Event()
        self.subscription = node.create_subscription(
            message_class, topic, lambda message: self._keep(message), qos, **options
        )
        self._kept: list[Any] = []
        self._depth = max(1, self.subscription.get_actual_qos().depth)
        self._executor._at_end.add(self)

    def _keep(self, message: Any) -> None:
        if len(self._kept) >= self._depth:
            self._kept.pop(0)
            self.skipped += 1
        self._kept.append(message)
        self._arrived.set()

    skipped = 0
    """Messages that were replaced by newer ones because they were not awaited in time."""

    def end(self) -> None:
        self._ended = True
        self._arrived.set()

    def __aiter__(self) -> Messages:
        return self

    async def __anext__(self) -> Any:
        while not self._kept:
            if self._ended:
                self.close()
                raise StopAsyncIteration
            self._arrived.clear()
            try:
                await self._arrived.wait()
            except asyncio.CancelledError:
                self.close()
                raise
        return self._kept.pop(0)

    def close(self) -> None:
        """Ends the subscription."""
        self._ended = True
        self._kept.clear()
        self._node.destroy_subscription(self.subscription)

    aclose = close

    async def __aenter__(self) -> Messages:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()


def running_loop() -> Any:
    """The event loop that runs in this thread, or None."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


async def await_future(future: Any) -> Any:
    """Waits in a loop for a future of baton, whichever thread completes it."""
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def finish() -> None:
        if not done.done():
            done.set_result(None)

    future.add_done_callback(lambda _: loop.call_soon_threadsafe(finish))
    await done
    if future.cancelled():
        raise asyncio.CancelledError
    return future.result()


class GraphChanges:
    """Wakes coroutines when the graph changes; a node has one once something has waited. It does
    not know the node, so that it keeps none alive."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[tuple[Any, asyncio.Future]] = []

    def tell(self) -> None:
        """In a thread of the context."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for loop, future in waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_finish, future)

    def next(self) -> asyncio.Future:
        """Done with the first change from now on."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        with self._lock:
            self._waiting.append((loop, future))
        return future


def _finish(future: asyncio.Future) -> None:
    if not future.done():
        future.set_result(None)


async def wait_until(node: Any, ready: Callable[[], bool]) -> None:
    """Waits until a change of the graph makes `ready` true."""
    if ready():
        return
    if node._graph_changes is None:
        node._graph_changes = GraphChanges()
        node.handle.on_graph_change(node._graph_changes.tell)
    while True:
        change = node._graph_changes.next()
        if ready():
            change.cancel()
            return
        await change


async def sleep(node: Any, seconds: float) -> None:
    """By the node's clock: in simulated time it sleeps as long as that takes."""
    AsyncExecutor.of_running_loop(node.context).adopt(node)
    over = asyncio.get_running_loop().create_future()

    def end() -> None:
        timer.cancel()
        if not over.done():
            over.set_result(None)

    timer = node.create_timer(seconds, end)
    try:
        await over
    finally:
        node.destroy_timer(timer)


__all__ = ["AsyncExecutor", "Messages"]
