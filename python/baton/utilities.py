# SPDX-License-Identifier: Apache-2.0
"""The functions of the package: init, spin, shutdown."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from baton.context import Context, get_default_context
from baton.native import _native
from baton.signals import (
    SignalHandlerOptions,
    install_signal_handlers,
    uninstall_signal_handlers,
)
from baton.task import Future

if TYPE_CHECKING:
    from baton.executors import Executor
    from baton.node import Node

_executor: Any = None
_executor_lock = threading.Lock()


class InitContextManager:
    """`with baton.init(): ...` shuts down at its end."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def __enter__(self) -> InitContextManager:
        return self

    def __exit__(self, *_: object) -> None:
        try_shutdown(context=self.context)


def init(
    *,
    args: list[str] | None = None,
    context: Context | None = None,
    domain_id: int | None = None,
    signal_handler_options: SignalHandlerOptions | None = None,
) -> InitContextManager:
    """Joins a domain: that of `domain_id`, else of ROS_DOMAIN_ID. Takes the ROS arguments of `args`,
    by default of the command line. Handlers of signals are installed with the default context."""
    chosen = context or get_default_context()
    if signal_handler_options is None:
        signal_handler_options = (
            SignalHandlerOptions.ALL if context is None else SignalHandlerOptions.NO
        )
    chosen.init(args, domain_id=domain_id)
    if threading.current_thread() is threading.main_thread():
        install_signal_handlers(signal_handler_options)
    return InitContextManager(chosen)


def ok(*, context: Context | None = None) -> bool:
    return (context or get_default_context()).ok()


def shutdown(*, context: Context | None = None, uninstall_handlers: bool | None = None) -> None:
    """Leaves the domain. Does nothing when a signal has done it already."""
    global _executor
    chosen = context or get_default_context()
    with _executor_lock:
        if _executor is not None and _executor.context is chosen:
            _executor.shutdown()
            _executor = None
    chosen.try_shutdown()
    if uninstall_handlers or (uninstall_handlers is None and context is None):
        uninstall_signal_handlers()


try_shutdown = shutdown


def on_shutdown(callback: Callable[[], None], *, context: Context | None = None) -> None:
    (context or get_default_context()).on_shutdown(callback)


def create_node(node_name: str, **options: Any) -> Node:
    """A Node with that name; `options` are those of Node."""
    from baton.node import Node

    return Node(node_name, **options)


def get_global_executor() -> Executor:
    """The executor that spin() uses, made with the first call."""
    from baton.executors import SingleThreadedExecutor

    global _executor
    with _executor_lock:
        if _executor is None or _executor.context is not get_default_context():
            _executor = SingleThreadedExecutor()
            executor = _executor

            def forget() -> None:
                global _executor
                if _executor is executor:
                    _executor = None

            get_default_context().on_shutdown(forget)
        return _executor


def spin(node: Node, executor: Executor | None = None) -> None:
    """Runs the node's callbacks until the context is shut down. Ctrl-C raises KeyboardInterrupt."""
    executor = executor or get_global_executor()
    executor.add_node(node)
    try:
        executor.spin()
    finally:
        executor.remove_node(node)


def spin_once(
    node: Node, *, executor: Executor | None = None, timeout_sec: float | None = None
) -> None:
    """Waits for a callback of the node (None: for ever) and runs it."""
    executor = executor or get_global_executor()
    added = executor.add_node(node)
    try:
        executor.spin_once(timeout_sec)
    finally:
        if added:
            executor.remove_node(node)


def spin_until_future_complete(
    node: Node,
    future: Future,
    executor: Executor | None = None,
    timeout_sec: float | None = None,
) -> None:
    """Runs the node's callbacks until the future is done or the time is over."""
    executor = executor or get_global_executor()
    added = executor.add_node(node)
    try:
        executor.spin_until_future_complete(future, timeout_sec)
    finally:
        if added:
            executor.remove_node(node)


def remove_ros_args(args: list[str] | None = None) -> list[str]:
    """The arguments that are not ROS's."""
    return _native.remove_ros_arguments([str(each) for each in (sys.argv if args is None else args)])


def get_available_rmw_implementations() -> set[str]:
    return {"baton"}


def timeout_sec_to_nsec(timeout_sec: float | None) -> int:
    """None and negative times are "for ever": -1."""
    return -1 if timeout_sec is None or timeout_sec < 0 else int(timeout_sec * 1e9)


def get_default_domain_id() -> int:
    return get_default_context().get_domain_id()


def get_rmw_implementation_identifier() -> str:
    return "baton"
