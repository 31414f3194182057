# SPDX-License-Identifier: Apache-2.0
"""What a node asks of names, callbacks and types that it is given."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


def ignore(*_: object) -> None:
    pass


def require_name(name: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(f"names of topics and services are str, not {type(name).__name__}: {name!r}")


def require_callable(callback: Any) -> None:
    if callback is not None and not callable(callback):
        raise TypeError(f"the callback must be a function, not {type(callback).__name__}")


def service_type(service: Any) -> str:
    name = getattr(service, "_type_name", None)
    if name is None or not hasattr(service, "Request"):
        raise TypeError(f"{service!r} is no service: give a class such as std_srvs.srv.SetBool")
    return name


def takes(callback: Callable, count: int) -> bool:
    """Whether the callback needs so many arguments."""
    try:
        parameters = inspect.signature(callback).parameters.values()
    except (TypeError, ValueError):  # of C
        return False
    needed = [
        each
        for each in parameters
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        and each.default is each.empty
    ]
    return len(needed) == count


def takes_info(callback: Callable | None) -> bool:
    return callback is not None and takes(callback, 2)
