# SPDX-License-Identifier: Apache-2.0
"""Logging, spelled like rclpy.logging: to the console, the log file and /rosout."""

from __future__ import annotations

import sys
import time
from enum import IntEnum
from pathlib import Path
from typing import Any

from baton.native import _native


class LoggingSeverity(IntEnum):
    UNSET = 0
    DEBUG = 10
    INFO = 20
    WARN = 30
    ERROR = 40
    FATAL = 50


class _Site:
    """What a line of the source has logged so far."""

    __slots__ = ("due_ns", "logged", "reached")

    def __init__(self) -> None:
        self.reached = False
        self.logged = False
        self.due_ns = 0


class RcutilsLogger:
    """A name to log by. Thread safety: all members."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self._sites: dict[tuple, _Site] = {}

    def get_child(self, name: str) -> RcutilsLogger:
        if not name:
            raise ValueError("Child logger name must not be empty.")
        return get_logger(f"{self.name}.{name}" if self.name else name)

    def set_level(self, level: LoggingSeverity | int) -> None:
        if not _native.set_logger_level(self.name, int(LoggingSeverity(level))):
            raise RuntimeError(f"the level of the logger '{self.name}' cannot be set")

    def get_effective_level(self) -> LoggingSeverity:
        return LoggingSeverity(_native.get_effective_level(self.name)) or LoggingSeverity.INFO

    def is_enabled_for(self, severity: LoggingSeverity | int) -> bool:
        return _native.is_enabled_for(self.name, int(severity))

    def log(
        self,
        message: str,
        severity: LoggingSeverity | int,
        *,
        once: bool = False,
        skip_first: bool = False,
        throttle_duration_sec: float | None = None,
        throttle_time_source_type: Any = None,
        name: str | None = None,
        **unknown: Any,
    ) -> bool:
        """Logs `message`; true if it was. `once`, `skip_first` and `throttle_duration_sec` count
        for each line of the source by itself. The throttle's time is steady unless
        `throttle_time_source_type` is a clock."""
        if unknown:
            raise TypeError(
                f"parameter {next(iter(unknown))!r} is not one of the recognized logging options: "
                "once, skip_first, throttle_duration_sec, throttle_time_source_type, name"
            )
        if throttle_time_source_type is not None and throttle_duration_sec is None:
            raise TypeError(
                "required parameter 'throttle_duration_sec' not specified: "
                "throttle_time_source_type says by which clock it counts"
            )
        if not _native.is_enabled_for(self.name, int(severity)):
            return False
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename == __file__:
            frame = frame.f_back
        code = frame.f_code
        if (once or skip_first or throttle_duration_sec is not None) and not self._is_due(
            (code.co_filename, frame.f_lineno),
            once,
            skip_first,
            throttle_duration_sec,
            throttle_time_source_type,
        ):
            return False
        _native.log(
            name or self.name,
            int(severity),
            str(message),
            code.co_name,
            code.co_filename,
            frame.f_lineno,
        )
        return True

    def _is_due(
        self, place: tuple, once: bool, skip_first: bool, throttle_s: float | None, clock: Any
    ) -> bool:
        site = self._sites.setdefault(place, _Site())
        if throttle_s is not None:
            now_ns = clock.now().nanoseconds if hasattr(clock, "now") else time.monotonic_ns()
            if now_ns < site.due_ns:
                return False
            site.due_ns = now_ns + int(throttle_s * 1e9)
        first, site.reached = not site.reached, True
        if skip_first and first:
            return False
        again, site.logged = site.logged, True
        return not (once and again)

    def debug(self, message: str, **options: Any) -> bool:
        return self.log(message, LoggingSeverity.DEBUG, **options)

    def info(self, message: str, **options: Any) -> bool:
        return self.log(message, LoggingSeverity.INFO, **options)

    def warning(self, message: str, **options: Any) -> bool:
        return self.log(message, LoggingSeverity.WARN, **options)

    def warn(self, message: str, **options: Any) -> bool:
        return self.log(message, LoggingSeverity.WARN, **options)

    def error(self, message: str, **options: Any) -> bool:
        return self.log(message, LoggingSeverity.ERROR, **options)

    def fatal(self, message: str, **options: Any) -> bool:
        return self.log(message, LoggingSeverity.FATAL, **options)


_loggers: dict[str, RcutilsLogger] = {}


def get_logger(name: str = "") -> RcutilsLogger:
    """The logger of that name; there is one."""
    return _loggers.setdefault(name, RcutilsLogger(name))


_root_logger = get_logger()


def set_logger_level(name: str, level: LoggingSeverity | int) -> None:
    get_logger(name).set_level(level)


def get_logger_effective_level(name: str) -> LoggingSeverity:
    return get_logger(name).get_effective_level()


def get_logger_level(name: str) -> LoggingSeverity:
    """The level that was set for that name itself; UNSET: its parent's holds."""
    return LoggingSeverity(_native.get_logger_level(name))


def initialize() -> None:
    """init() does it."""


def clear_config() -> None:
    """Forgets the levels of loggers, and what their lines have logged."""
    for logger in _loggers.values():
        logger.set_level(LoggingSeverity.UNSET)
    _loggers.clear()


def get_logging_severity_from_string(log_severity: str) -> LoggingSeverity:
    try:
        return LoggingSeverity[log_severity.upper()]
    except KeyError:
        raise RuntimeError(f"'{log_severity}' is no level: debug, info, warn, error, fatal") from None


def get_logging_directory() -> Path:
    import os

    chosen = os.environ.get("ROS_LOG_DIR")
    home = os.environ.get("ROS_HOME", os.path.expanduser("~/.ros"))
    return Path(chosen) if chosen else Path(home) / "log"


