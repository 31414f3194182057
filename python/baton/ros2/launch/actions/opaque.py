# SPDX-License-Identifier: Apache-2.0
"""Functions of a launch file as actions."""

import asyncio
import inspect
from collections.abc import Callable, Iterable

from ..action import Action


class OpaqueFunction(Action):
    """Calls function(context, *args, **kwargs); the entities that it returns are visited."""

    def __init__(
        self,
        *,
        function: Callable,
        args: Iterable | None = None,
        kwargs: dict | None = None,
        **left,
    ) -> None:
        super().__init__(**left)
        if not callable(function):
            raise TypeError(f"OpaqueFunction takes a function, and got {function!r}")
        self.__function = function
        self.__args = list(args or [])
        self.__kwargs = dict(kwargs or {})

    def describe(self) -> str:
        return f"OpaqueFunction({getattr(self.__function, '__name__', self.__function)})"

    def execute(self, context):
        from ..event_handler import entities_of

        return entities_of(self.__function(context, *self.__args, **self.__kwargs))


class OpaqueCoroutine(Action):
    """Runs a coroutine in the background. The launch waits for its end; a shutdown cancels it."""

    def __init__(
        self,
        *,
        coroutine: Callable,
        args: Iterable | None = None,
        kwargs: dict | None = None,
        ignore_context: bool = False,
        **left,
    ) -> None:
        super().__init__(**left)
        if not inspect.iscoroutinefunction(coroutine) and not ignore_context:
            raise TypeError(f"OpaqueCoroutine takes a coroutine function, and got {coroutine!r}")
        self.__coroutine = coroutine
        self.__args = list(args or [])
        self.__kwargs = dict(kwargs or {})
        self.__ignore_context = ignore_context
        self.__future: asyncio.Future | None = None

    def execute(self, context) -> None:
        from ..event_handlers import OnShutdown

        first = [] if self.__ignore_context else [context]
        self.__future = context.asyncio_loop.create_task(
            self.__coroutine(*first, *self.__args, **self.__kwargs)
        )

        def cancel(event, context):
            self.__future.cancel()

        context.register_event_handler(OnShutdown(on_shutdown=cancel))

    def get_asyncio_future(self) -> asyncio.Future | None:
        return self.__future
