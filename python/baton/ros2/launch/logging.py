# SPDX-License-Identifier: Apache-2.0
"""Lines of the launch and of its processes: on the screen with a prefix, and in log files.

The log folder is made with the first line: `ROS_LOG_DIR`, else `ROS_HOME`/log, else ~/.ros/log, and
below it one folder for each launch.
"""

import datetime
import io
import logging
import os
import socket
import sys
import time
from pathlib import Path

DEBUG, INFO, WARNING, ERROR = logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR
_LEVEL_COLOURS = {"DEBUG": "2", "INFO": "", "WARNING": "33", "ERROR": "31", "CRITICAL": "31;1"}
# Of the prefixes of processes, by turns; red and yellow mean something else.
_PROCESS_COLOURS = ("36", "32", "35", "34", "96", "92", "95", "94")


def default_log_root() -> Path:
    if folder := os.environ.get("ROS_LOG_DIR"):
        return Path(folder).expanduser()
    return Path(os.environ.get("ROS_HOME") or "~/.ros").expanduser() / "log"


class LaunchConfig:
    """Where lines go. One for the process: `launch_config`."""

    def __init__(self) -> None:
        self.level = logging.INFO
        self._log_dir: str | None = None
        self._main: io.TextIOBase | None = None
        self._files: dict[str, io.TextIOBase] = {}
        self._colours: dict[str, str] = {}

    @property
    def log_dir(self) -> str:
        if self._log_dir is None:
            now = datetime.datetime.now().strftime("%Y-%m-%d-%H-%M-%S-%f")
            folder = default_log_root() / f"{now}-{socket.gethostname()}-{os.getpid()}"
            folder.mkdir(parents=True, exist_ok=True)
            self._log_dir = str(folder)
        return self._log_dir

    @log_dir.setter
    def log_dir(self, folder: str) -> None:
        Path(folder).mkdir(parents=True, exist_ok=True)
        self._log_dir = str(folder)

    def get_log_file_path(self, file_name: str = "launch.log") -> str:
        return str(Path(self.log_dir) / file_name)

    def colour_screen(self) -> bool:
        if os.environ.get("NO_COLOR") or os.environ.get("RCUTILS_COLORIZED_OUTPUT") == "0":
            return False
        return os.environ.get("RCUTILS_COLORIZED_OUTPUT") == "1" or sys.stdout.isatty()

    def process_colour(self, name: str) -> str:
        return self._colours.setdefault(
            name, _PROCESS_COLOURS[len(self._colours) % len(_PROCESS_COLOURS)]
        )

    def write_file(self, file_name: str, line: str) -> None:
        """A line of a log file; where the disk is full or forbidden the screen has it anyway."""
        try:
            file = self._files.get(file_name)
            if file is None:
                file = open(self.get_log_file_path(file_name), "a", buffering=1, errors="replace")  # noqa: SIM115
                self._files[file_name] = file
            file.write(line + "\n")
        except OSError as error:
            self._files[file_name] = _Nothing()
            self.write_screen(f"[WARNING] [launch]: no log file {file_name}: {error.strerror}")

    def write_screen(self, text: str) -> None:
        try:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
        except (OSError, ValueError):
            # The reader of the output has gone, or the terminal; the launch goes on.
            sys.stdout = _Nothing()

    def reset(self) -> None:
        """Closes all files; the next line opens a new folder."""
        for file in self._files.values():
            file.close()
        self.__init__()


class _Nothing(io.StringIO):
    """A stream that keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)

    def isatty(self) -> bool:
        return False


launch_config = LaunchConfig()


class _Handler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        text = f"[{record.levelname}] [{record.name}]: {record.getMessage()}"
        if record.exc_info:
            text += "\n" + logging.Formatter().formatException(record.exc_info)
        launch_config.write_file("launch.log", f"{record.created:.7f} {text}")
        if record.levelno < launch_config.level:
            return
        colour = _LEVEL_COLOURS.get(record.levelname, "")
        if colour and launch_config.colour_screen():
            text = f"\x1b[{colour}m{text}\x1b[0m"
        launch_config.write_screen(text)


_loggers: dict[str, logging.Logger] = {}


def get_logger(name: str | None = None) -> logging.Logger:
    """A logger whose lines go to the screen and to launch.log."""
    key = name or "launch"
    if key not in _loggers:
        logger = logging.Logger(key, logging.DEBUG)
        logger.addHandler(_Handler())
        _loggers[key] = logger
    return _loggers[key]


_OUTPUTS = {
    "screen": {"both": {"screen"}},
    "log": {"both": {"log"}, "stderr": {"screen"}},
    "both": {"both": {"screen", "log"}},
    "own_log": {"both": {"own_log"}, "stdout": {"own_log"}, "stderr": {"own_log"}},
    "full": {"both": {"screen", "log", "own_log"}, "stdout": {"own_log"}, "stderr": {"own_log"}},
}


def output_targets(output) -> dict[str, dict[str, set[str]]]:
    """For stdout and stderr: where lines go, as {target: streams}.

    `output`: screen, log, both, own_log, full, or a mapping of stdout, stderr and both to one or
    several of screen, log and own_log.
    """
    if isinstance(output, str):
        if output not in _OUTPUTS:
            raise ValueError(f"output is '{output}': there are {', '.join(_OUTPUTS)}")
        spec = _OUTPUTS[output]
    else:
        spec = {
            stream: {targets} if isinstance(targets, str) else set(targets)
            for stream, targets in dict(output).items()
        }
        for stream, targets in spec.items():
            if stream not in ("stdout", "stderr", "both"):
                raise ValueError(f"output has '{stream}': there are stdout, stderr and both")
            for target in targets - {"screen", "log", "own_log"}:
                raise ValueError(
                    f"output of {stream} is '{target}': there are screen, log, own_log"
                )
    both = spec.get("both", set())
    return {
        "stdout": {"own": spec.get("stdout", set()), "both": both},
        "stderr": {"own": spec.get("stderr", set()), "both": both},
    }


class ProcessOutput:
    """The lines of one process, by turns of its streams; a line is written when it is whole."""

    def __init__(self, name: str, output, output_format: str = "[{name}] {line}") -> None:
        self._name = name
        self._targets = output_targets(output)
        self._format = output_format
        self._rest = {"stdout": b"", "stderr": b""}

    def write(self, stream: str, data: bytes) -> None:
        *lines, self._rest[stream] = (self._rest[stream] + data).split(b"\n")
        for line in lines:
            self._line(stream, line.rstrip(b"\r").decode(errors="replace"))

    def finish(self) -> None:
        """Writes what has come without an end of line."""
        for stream, rest in self._rest.items():
            if rest:
                self._line(stream, rest.decode(errors="replace"))
            self._rest[stream] = b""

    def _line(self, stream: str, line: str) -> None:
        targets = self._targets[stream]
        everywhere = targets["own"] | targets["both"]
        text = self._format.format(line=line, name=self._name, this=self)
        if "log" in everywhere or "screen" in everywhere:
            launch_config.write_file("launch.log", f"{time.time():.7f} {text}")
        if "own_log" in targets["own"]:
            launch_config.write_file(f"{self._name}-{stream}.log", line)
        if "own_log" in targets["both"]:
            launch_config.write_file(f"{self._name}.log", line)
        if "screen" in everywhere:
            if launch_config.colour_screen() and text.startswith(f"[{self._name}]"):
                colour = launch_config.process_colour(self._name)
                end = len(self._name) + 2
                text = f"\x1b[{colour}m{text[:end]}\x1b[0m{text[end:]}"
            launch_config.write_screen(text)


def get_output_loggers(process_name: str, output_config):
    """(for stdout, for stderr): loggers whose info() writes a line of a process."""
    output = ProcessOutput(process_name, output_config, "{line}")

    class _Stream:
        def __init__(self, stream: str) -> None:
            self._stream = stream

        def info(self, text: str) -> None:
            output.write(self._stream, text.encode() + b"\n")

    return _Stream("stdout"), _Stream("stderr")
