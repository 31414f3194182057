# SPDX-License-Identifier: Apache-2.0
"""`launch.logging.handlers`: the handlers of Python's logging under one name, as ROS 2 has them."""

from logging import FileHandler, Handler, NullHandler, StreamHandler
from logging.handlers import (
    BufferingHandler,
    MemoryHandler,
    QueueHandler,
    RotatingFileHandler,
    SocketHandler,
    SysLogHandler,
    TimedRotatingFileHandler,
    WatchedFileHandler,
)

__all__ = [
    "BufferingHandler",
    "FileHandler",
    "Handler",
    "MemoryHandler",
    "NullHandler",
    "QueueHandler",
    "RotatingFileHandler",
    "SocketHandler",
    "StreamHandler",
    "SysLogHandler",
    "TimedRotatingFileHandler",
    "WatchedFileHandler",
]
