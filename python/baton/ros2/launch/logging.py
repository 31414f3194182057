# SPDX-License-Identifier: Apache-2.0
"""Lines of the launch: on the screen, and in launch.log.

The log folder is made with the first line: `ROS_LOG_DIR`, else `ROS_HOME`/log, else ~/.ros/log, and
below it one folder for each launch; `latest` leads to the last one. launch.log has all lines, the
screen those from `launch_config.level` on.
"""

import datetime
import io
import logging
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from . import log_handlers as handlers  # noqa: F401: `launch.logging.handlers` is a name of ROS 2.

DEBUG, INFO, WARNING, ERROR = logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR
_LEVEL_COLOURS = {"DEBUG": "2", "INFO": "", "WARNING": "33", "ERROR": "31", "CRITICAL": "31;1"}
# Of the prefixes of processes, by turns; red and yellow mean something else.
_PROCESS_COLOURS = ("36", "32", "35", "34", "96", "92", "95", "94")
_FORMATS = {
    "default": "[{levelname}] [{name}]: {message}",
    "default_with_timestamp": "{created:.7f} [{levelname}] [{name}]: {message}",
}


def default_log_root() -> Path:
    if folder := os.environ.get("ROS_LOG_DIR"):
        return Path(folder).expanduser()
    return Path(os.environ.get("ROS_HOME") or "~/.ros").expanduser() / "log"


def _make_unique_log_dir(*, base_path: str) -> str:
    now = datetime.datetime.now().strftime("%Y-%m-%d-%H-%M-%S-%f")
    folder = Path(base_path) / f"{now}-{socket.gethostname()}-{os.getpid()}"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def _renew_latest_log_dir(*, log_dir: str) -> bool:
    """Lets `latest` lead to this folder; False where it is no link, or cannot be made."""
    link = Path(log_dir).parent / "latest"
    new = Path(log_dir).parent / f".latest-{os.getpid()}"
    try:
        if link.exists() and not link.is_symlink():
            return False
        new.symlink_to(log_dir)
        # Launches that start at once replace each other's link, and none sees it missing.
        new.replace(link)
    except OSError:
        return False
    return True


class LaunchConfig:
    """Where lines go. One for the process: `launch_config`."""

    def __init__(self) -> None:
        self.level = logging.INFO
        self.log_handler_factory: Callable[..., logging.Handler] = _FileHandler
        self._log_dir: str | None = None
        self._files: dict[str, logging.Handler] = {}
        self._colours: dict[str, str] = {}
        self._screen = _ScreenHandler()
        self.set_screen_format("default")
        self.set_log_format("default_with_timestamp")

    @property
    def log_dir(self) -> str:
        if self._log_dir is None:
            self._log_dir = _make_unique_log_dir(base_path=str(default_log_root()))
            _renew_latest_log_dir(log_dir=self._log_dir)
        return self._log_dir

    @log_dir.setter
    def log_dir(self, folder: str | None) -> None:
        """None: a new one with the next line."""
        if folder is not None and not os.path.isdir(folder):
            raise ValueError(f"the log folder '{folder}' is no folder; make it first")
        self._log_dir = None if folder is None else str(folder)

    def get_log_file_path(self, file_name: str = "launch.log") -> str:
        return str(Path(self.log_dir) / file_name)

    def get_log_file_handler(self, file_name: str = "launch.log") -> logging.Handler:
        """The one handler of a file; `log_handler_factory(path, encoding=...)` makes it."""
        if file_name not in self._files:
            handler = self.log_handler_factory(self.get_log_file_path(file_name), encoding="utf-8")
            handler.setFormatter(self._log_formatter)
            self._files[file_name] = handler
        return self._files[file_name]

    def get_screen_handler(self) -> logging.Handler:
        return self._screen

    def set_screen_format(self, screen_format: str, *, screen_style: str | None = None) -> None:
        """Of lines of the launch: default, default_with_timestamp, or as logging.Formatter has it.

        The environment's OVERRIDE_LAUNCH_SCREEN_FORMAT counts more.
        """
        chosen = os.environ.get("OVERRIDE_LAUNCH_SCREEN_FORMAT")
        self._screen.setFormatter(_formatter(chosen, screen_format, screen_style))

    def set_log_format(self, log_format: str, *, log_style: str | None = None) -> None:
        """The same for launch.log, and OVERRIDE_LAUNCH_LOG_FORMAT."""
        if log_format == "default":
            log_format = "default_with_timestamp"
        chosen = os.environ.get("OVERRIDE_LAUNCH_LOG_FORMAT")
        self._log_formatter = _formatter(chosen, log_format, log_style)
        for handler in self._files.values():
            handler.setFormatter(self._log_formatter)

    def colour_screen(self) -> bool:
        if os.environ.get("NO_COLOR") or os.environ.get("RCUTILS_COLORIZED_OUTPUT") == "0":
            return False
        return os.environ.get("RCUTILS_COLORIZED_OUTPUT") == "1" or sys.stdout.isatty()

    def process_colour(self, name: str) -> str:
        return self._colours.setdefault(
            name, _PROCESS_COLOURS[len(self._colours) % len(_PROCESS_COLOURS)]
        )

    def write_file(self, file_name: str, line: str) -> None:
        """A line of a log file as it is: no format is applied."""
        self.get_log_file_handler(file_name).handle(logging.makeLogRecord({"whole_line": line}))

    def write_screen(self, text: str) -> None:
        try:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
        except (OSError, ValueError):
            # The reader of the output has gone, or the terminal; the launch goes on.
            sys.stdout = _Nothing()

    def reset(self) -> None:
        """Closes all files; the next line opens a new folder."""
        for handler in self._files.values():
            handler.close()
        _loggers.clear()
        self.__init__()


def _formatter(override: str | None, named: str, style: str | None) -> logging.Formatter:
    if override:
        # Escapes, as \033, are written out in the variable.
        return _Formatter(override.encode("latin1").decode("unicode_escape"), style="{")
    if named in _FORMATS and style is not None:
        raise ValueError(f"the format '{named}' has its own style; leave the style out")
    return _Formatter(_FORMATS.get(named, named), style=style or "{")


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        whole = getattr(record, "whole_line", None)
        return super().format(record) if whole is None else whole


class _ScreenHandler(logging.Handler):
    """The standard output as it is now, with colours of levels on a terminal."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno < launch_config.level:
            return
        text = self.format(record)
        colour = _LEVEL_COLOURS.get(record.levelname, "")
        if colour and launch_config.colour_screen():
            text = f"\x1b[{colour}m{text}\x1b[0m"
        launch_config.write_screen(text)


class _FileHandler(logging.FileHandler):
    """Opens the file with its first line. Where the disk is full the screen has the line anyway."""

    def __init__(self, path: str, encoding: str) -> None:
        super().__init__(path, encoding=encoding, errors="replace", delay=True)
        self._complained = False

    def emit(self, record: logging.LogRecord) -> None:
        try:
            super().emit(record)
        except OSError:
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:
        if not self._complained:
            self._complained = True
            name = os.path.basename(self.baseFilename)
            launch_config.write_screen(f"[WARNING] [launch]: no log file {name}: {sys.exc_info()[1]}")


class _Nothing(io.StringIO):
    """A stream that keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)

    def isatty(self) -> bool:
        return False


_loggers: dict[str, logging.Logger] = {}
launch_config = LaunchConfig()


def get_logger(name: str | None = None) -> logging.Logger:
    """A logger whose lines go to the screen and to launch.log."""
    key = name or "launch"
    if key not in _loggers:
        # One of our own, so that the program's settings of Python's loggers do not reach it.
        logger = logging.Logger(key, logging.DEBUG)
        logger.addHandler(launch_config.get_log_file_handler())
        logger.addHandler(launch_config.get_screen_handler())
        _loggers[key] = logger
    return _loggers[key]


def log_launch_config(*, logger: logging.Logger | None = None) -> None:
    """Says where log files are, and from which level on lines come."""
    logger = logger or get_logger()
    logger.info(f"All log files can be found below {launch_config.log_dir}")
    logger.info(f"Default logging verbosity is set to {logging.getLevelName(launch_config.level)}")


def reset() -> None:
    """As at the start of the process: closes all files, forgets all settings."""
    launch_config.reset()


def get_output_loggers(process_name: str, output_config):
    """(for stdout, for stderr): loggers whose info() writes a line of a process."""
    from .process_output import ProcessOutput

    output = ProcessOutput(process_name, output_config, "{line}")

    class _Stream:
        def __init__(self, stream: str) -> None:
            self._stream = stream

        def info(self, text: str) -> None:
            output.write(self._stream, text.encode() + b"\n")

    return _Stream("stdout"), _Stream("stderr")
