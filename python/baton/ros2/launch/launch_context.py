# SPDX-License-Identifier: Apache-2.0
"""What entities see while they are visited: configurations, environment, events."""

import asyncio
import os
from collections.abc import Iterable
from typing import Any

from .errors import LaunchError
from .utilities import perform_substitutions


class _Locals:
    """`context.locals.name`, with an error that says what there is."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__["_values"] = values

    def __getattr__(self, name: str):
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(
                f"context.locals has no '{name}': there is "
                f"{', '.join(sorted(self._values)) or 'nothing'}"
            ) from None

    def __setattr__(self, name: str, value) -> None:
        raise AttributeError(
            f"context.locals.{name} cannot be set: call context.extend_locals({{'{name}': ...}})"
        )


class LaunchContext:
    """Not thread safe: the thread of the LaunchService owns it."""

    def __init__(self, *, argv: Iterable[str] | None = None, noninteractive: bool = False) -> None:
        self.__argv = list(argv or [])
        self.__noninteractive = noninteractive
        self.__event_queue: asyncio.Queue = asyncio.Queue()
        self._event_handlers: list = []
        self.__completion_futures: list[asyncio.Future] = []
        self.__globals: dict[str, Any] = {}
        self.__locals: dict[str, Any] = {}
        self.__locals_stack: list[dict[str, Any]] = []
        self.__configurations: dict[str, Any] = {}
        self.__configurations_stack: list[dict[str, Any]] = []
        self.__environment_stack: list[dict[str, str]] = []
        self.__first_environment = dict(os.environ)
        self.__loop: asyncio.AbstractEventLoop | None = None
        self.__is_shutdown = False

    def _forget(self) -> None:
        """As if it were new."""
        self.__init__(argv=self.__argv, noninteractive=self.__noninteractive)

    @property
    def argv(self) -> list[str]:
        return self.__argv

    @property
    def noninteractive(self) -> bool:
        return self.__noninteractive

    def _set_is_shutdown(self, state: bool) -> None:
        self.__is_shutdown = state

    @property
    def is_shutdown(self) -> bool:
        return self.__is_shutdown

    def _set_asyncio_loop(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """None: the launch has ended. A queue belongs to the loop in which it was waited for."""
        self.__loop = loop
        waiting, self.__event_queue = self.__event_queue, asyncio.Queue()
        while not waiting.empty():
            self.__event_queue.put_nowait(waiting.get_nowait())

    @property
    def asyncio_loop(self) -> asyncio.AbstractEventLoop | None:
        return self.__loop

    def add_completion_future(self, future: asyncio.Future) -> None:
        """The launch does not end before this future."""
        self.__completion_futures.append(future)

    def _take_completion_futures(self) -> list[asyncio.Future]:
        taken, self.__completion_futures = self.__completion_futures, []
        return taken

    # Events

    def register_event_handler(self, event_handler, append: bool = False) -> None:
        """A handler that is registered later is asked earlier, unless `append`."""
        if append:
            self._event_handlers.append(event_handler)
        else:
            self._event_handlers.insert(0, event_handler)

    def unregister_event_handler(self, event_handler) -> None:
        if event_handler not in self._event_handlers:
            raise ValueError(f"this event handler is not registered: {event_handler!r}")
        self._event_handlers.remove(event_handler)

    @property
    def event_handlers(self) -> list:
        return list(self._event_handlers)

    def would_handle_event(self, event) -> bool:
        return any(handler.matches(event) for handler in self._event_handlers)

    def emit_event_sync(self, event) -> None:
        self.__event_queue.put_nowait(event)

    async def emit_event(self, event) -> None:
        self.emit_event_sync(event)

    @property
    def _event_queue(self) -> asyncio.Queue:
        return self.__event_queue

    # Values

    def extend_globals(self, extension: dict[str, Any]) -> None:
        self.__globals.update(extension)

    def extend_locals(self, extension: dict[str, Any]) -> None:
        self.__locals.update(extension)

    @property
    def locals(self) -> _Locals:
        return _Locals({**self.__globals, **self.__locals})

    def get_locals_as_dict(self) -> dict[str, Any]:
        return {**self.__globals, **self.__locals}

    def _push_locals(self) -> None:
        self.__locals_stack.append(dict(self.__locals))

    def _pop_locals(self) -> None:
        if not self.__locals_stack:
            raise LaunchError("locals were popped more often than pushed")
        self.__locals = self.__locals_stack.pop()

    @property
    def launch_configurations(self) -> dict[str, Any]:
        return self.__configurations

    def _push_launch_configurations(self) -> None:
        self.__configurations_stack.append(dict(self.__configurations))

    def _pop_launch_configurations(self) -> None:
        if not self.__configurations_stack:
            raise LaunchError("launch configurations were popped more often than pushed")
        self.__configurations = self.__configurations_stack.pop()

    @property
    def environment(self):
        """The environment of this process, which the processes that are started inherit."""
        return os.environ

    def _push_environment(self) -> None:
        self.__environment_stack.append(dict(os.environ))

    def _pop_environment(self) -> None:
        if not self.__environment_stack:
            raise LaunchError("the environment was popped more often than pushed")
        self._replace_environment(self.__environment_stack.pop())

    def _reset_environment(self) -> None:
        """To what it was before the launch has changed it."""
        self._replace_environment(self.__first_environment)

    @staticmethod
    def _replace_environment(values: dict[str, str]) -> None:
        os.environ.clear()
        os.environ.update(values)

    def perform_substitution(self, sub) -> str:
        return perform_substitutions(self, [sub])
