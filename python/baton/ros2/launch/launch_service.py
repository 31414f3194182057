# SPDX-License-Identifier: Apache-2.0
"""Runs launch descriptions: visits entities, hands out events, and ends when nothing is left."""

import asyncio
import os
import signal
import sys
import threading
import uuid
from collections.abc import Coroutine, Iterable

from . import process_group
from .actions.include_launch_description import IncludeLaunchDescription as IncludeAction
from .errors import LaunchError, located
from .event_handler import EventHandler
from .events.basic import IncludeLaunchDescription, Shutdown
from .launch_context import LaunchContext
from .launch_description import LaunchDescription
from .logging import get_logger
from .utilities import visit_all_entities_and_collect_futures


class LaunchService:
    """One launch. run() blocks; all but emit_event() and shutdown() belong to its thread."""

    def __init__(
        self,
        *,
        argv: Iterable[str] | None = None,
        noninteractive: bool = False,
        debug: bool = False,
    ) -> None:
        self.__context = LaunchContext(argv=argv, noninteractive=noninteractive)
        self.__debug = debug
        self.__logger = get_logger("launch")
        self.__futures: list[tuple] = []
        self.__loop: asyncio.AbstractEventLoop | None = None
        self.__task: asyncio.Task | None = None
        self.__shutting_down = False
        self.__return_code = 0
        self.__interrupts = 0
        self.__mark = uuid.uuid4().hex
        self.__guard: process_group.Guard | None = None
        self.failures: list[tuple[str, int]] = []
        self.error: BaseException | None = None
        # False: signals are those of the program around the launch.
        self.takes_signals = True
        self._prepare_context()

    def _prepare_context(self) -> None:
        self.__context.extend_globals(
            {
                "launch_service": self,
                "_launch_mark": {process_group.MARK: self.__mark},
                "_process_ended": self._process_ended,
            }
        )
        self.__context.register_event_handler(_InternalHandler(self))

    def _forget(self) -> None:
        """Of a launch that is over: the context is the same object, and has nothing of it."""
        self.__context._forget()
        self._prepare_context()
        self.failures, self.error = [], None

    @property
    def context(self) -> LaunchContext:
        return self.__context

    @property
    def event_loop(self) -> asyncio.AbstractEventLoop | None:
        return self.__loop

    @property
    def task(self) -> asyncio.Task | None:
        """The one that runs the launch; None while it does not run."""
        return self.__task

    @property
    def debug(self) -> bool:
        return self.__debug

    @property
    def interrupted(self) -> bool:
        """Whether the last run got a Ctrl-C."""
        return self.__interrupts > 0

    def _is_idle(self) -> bool:
        """Whether there is nothing to wait for."""
        return not self.__futures and self.__context._event_queue.empty()

    def include_launch_description(self, launch_description: LaunchDescription) -> None:
        self.emit_event(IncludeLaunchDescription(launch_description))

    def emit_event(self, event) -> None:
        """May be called from any thread."""
        if self.__loop is not None and threading.current_thread() is not self.__thread:
            self.__loop.call_soon_threadsafe(self.__context.emit_event_sync, event)
        else:
            self.__context.emit_event_sync(event)

    def run(self, *, shutdown_when_idle: bool = True) -> int:
        """Blocks until the launch has ended. 1: the launch failed; see also `failures`.

        May be called again: events that came in between are handled then.
        """
        prefer_pidfds()
        return asyncio.run(self.run_async(shutdown_when_idle=shutdown_when_idle))

    def shutdown(self, force_sync: bool = False) -> "_Done":
        """Asks the launch to end. May be called from any thread, and awaited in the launch's."""
        self.emit_event(Shutdown(reason="LaunchService.shutdown() called"))
        return _Done()

    async def run_async(self, *, shutdown_when_idle: bool = True) -> int:
        self.__loop = asyncio.get_running_loop()
        self.__task = asyncio.current_task()
        self.__thread = threading.current_thread()
        self.__context._set_asyncio_loop(self.__loop)
        self.__context._set_is_shutdown(False)
        self.__shutting_down, self.__return_code, self.__interrupts = False, 0, 0
        self.__guard = process_group.Guard(self.__mark)
        environment = dict(os.environ)
        removed = self._handle_signals()
        try:
            await self._run(shutdown_when_idle)
        finally:
            for number in removed:
                self.__loop.remove_signal_handler(number)
            await self._end_what_is_left()
            os.environ.clear()
            os.environ.update(environment)
            self.__context._set_asyncio_loop(None)
            self.__loop = self.__task = None
        return self.__return_code

    async def _run(self, shutdown_when_idle: bool) -> None:
        queue = self.__context._event_queue
        waiting = self.__loop.create_task(queue.get())
        while True:
            if waiting.done() or not queue.empty():
                # The task has the older event, if it has one.
                event = waiting.result() if waiting.done() else queue.get_nowait()
                if waiting.done():
                    waiting = self.__loop.create_task(queue.get())
                self._process(event)
                # Processes that end meanwhile are noticed between events.
                await asyncio.sleep(0)
                continue
            self._collect()
            if not self.__futures:
                # Functions that wait for the last future may emit an event.
                await asyncio.sleep(0)
                if waiting.done() or not queue.empty():
                    continue
                if self.__shutting_down:
                    break
                if shutdown_when_idle:
                    self._process(Shutdown(reason="idle"))
                    continue
            futures = [future for _, future in self.__futures]
            await asyncio.wait([waiting, *futures], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()

    def _collect(self) -> None:
        """Forgets futures that are done; those that failed end the launch."""
        self.__futures += [(None, one) for one in self.__context._take_completion_futures()]
        left = []
        for entity, future in self.__futures:
            if not future.done():
                left.append((entity, future))
            elif not future.cancelled() and future.exception() is not None:
                self._failed(located(future.exception(), getattr(entity, "location", None)))
        self.__futures = left

    def _process(self, event) -> None:
        for handler in self.__context.event_handlers:
            try:
                if not handler.matches(event):
                    continue
                for entity in handler.handle(event, self.__context) or ():
                    self.__futures += visit_all_entities_and_collect_futures(entity, self.__context)
            except Exception as error:
                self._failed(error)

    def _failed(self, error: BaseException) -> None:
        self.error = self.error or error
        self.__return_code = 1
        text = str(error) or type(error).__name__
        if not isinstance(error, LaunchError):
            text = f"{type(error).__name__}: {text}"
        cause = error.__cause__ or error
        self.__logger.debug("the traceback:", exc_info=cause)
        self.__logger.error(f"Caught exception in launch (see debug for traceback): {text}")
        if not self.__shutting_down:
            self.__context.emit_event_sync(Shutdown(reason=f"Caught exception in launch: {text}"))

    def _on_include(self, event: IncludeLaunchDescription):
        return [event.launch_description]

    def _on_shutdown(self, event: Shutdown) -> None:
        self.__shutting_down = True
        self.__context._set_is_shutdown(True)
        self.__logger.debug(f"shutting down: {event.reason}")

    def _process_ended(self, action, again: bool) -> None:
        """Notes which processes failed: by themselves, and were not started again."""
        code = action.return_code
        if code and not again and not action.asked_to_end and not self.__shutting_down:
            self.failures.append((action.process_description.final_name, code))

    def _handle_signals(self) -> list[int]:
        if not self.takes_signals or threading.current_thread() is not threading.main_thread():
            return []
        handlers = {signal.SIGINT: self._interrupted, signal.SIGTERM: self._terminated}
        handlers[signal.SIGQUIT] = handlers[signal.SIGHUP] = self._terminated
        for number, function in handlers.items():
            self.__loop.add_signal_handler(number, function, signal.Signals(number).name)
        return list(handlers)

    def _interrupted(self, name: str) -> None:
        self.__interrupts += 1
        if self.__interrupts > 1:
            self.__logger.warning("user interrupted with ctrl-c (SIGINT) again, ignoring...")
            return
        self.__context.emit_event_sync(Shutdown(reason="ctrl-c (SIGINT)", due_to_sigint=True))
        self.__logger.warning("user interrupted with ctrl-c (SIGINT)")

    def _terminated(self, name: str) -> None:
        self.__context.emit_event_sync(Shutdown(reason=name))
        self.__logger.warning(f"got {name}: shutting down")

    async def _end_what_is_left(self) -> None:
        """What processes have started and left behind."""
        left = process_group.members(self.__mark)
        if left:
            pids = ", ".join(map(str, left))
            self.__logger.warning(f"ending processes that were left behind: {pids}")
            await self.__loop.run_in_executor(None, process_group.end_members, self.__mark)
        self.__guard.stand_down()


class _Done(Coroutine):
    """Nothing is left to wait for, so a caller may await it or leave it."""

    def send(self, value):
        raise StopIteration

    def throw(self, *error):
        raise StopIteration

    def close(self) -> None:
        return None

    def __await__(self):
        return iter(())


class _InternalHandler(EventHandler):
    """Includes and shutdowns, for the service itself."""

    def __init__(self, service: LaunchService) -> None:
        super().__init__(
            matcher=lambda event: isinstance(event, (IncludeLaunchDescription, Shutdown))
        )
        self.__service = service

    def handle(self, event, context):
        if isinstance(event, Shutdown):
            self.__service._on_shutdown(event)
            return []
        return self.__service._on_include(event)


def prefer_pidfds() -> None:
    """Before Python 3.12 asyncio starts a thread for each child, unless told otherwise."""
    if sys.version_info < (3, 12):
        try:
            os.close(os.pidfd_open(os.getpid()))
        except OSError:
            return
        asyncio.set_child_watcher(asyncio.PidfdChildWatcher())


def include_file(path: str, arguments: list[tuple[str, str]]) -> LaunchDescription:
    """A description that includes one launch file, as `baton launch FILE NAME:=VALUE` does."""
    from .launch_description_sources import AnyLaunchDescriptionSource

    action = IncludeAction(AnyLaunchDescriptionSource(path), launch_arguments=arguments)
    action.location = None
    return LaunchDescription([action])
