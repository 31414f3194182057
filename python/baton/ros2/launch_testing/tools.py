# SPDX-License-Identifier: Apache-2.0
"""Processes that a test itself starts, and output that is compared with what is expected."""

import contextlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from launch import LaunchDescription
from launch.actions import ExecuteProcess
from launch.class_modules import module_for_each_class
from launch.events import IncludeLaunchDescription, matches_action
from launch.events.process import ProcessExited, ProcessStarted, ShutdownProcess

from .matching import (
    build_line_match,
    build_text_match,
    normalize_lineseps,
    remove_ansi_escape_sequences,
)

__all__ = [
    "ProcessProxy",
    "basic_output_filter",
    "expect_output",
    "expected_output_from_file",
    "launch_process",
]


class ProcessProxy:
    """One process of a launch: what it wrote, whether it runs, and waiting for both."""

    def __init__(self, process_action, proc_info, proc_output, *, output_filter=None) -> None:
        if not isinstance(process_action, ExecuteProcess):
            raise TypeError(f"process_action is {process_action!r}: give an ExecuteProcess")
        if output_filter is not None and not callable(output_filter):
            raise TypeError(f"output_filter is {output_filter!r}: give a function")
        self._action = process_action
        self._info = proc_info
        self._output = proc_output
        self._filter = output_filter or (lambda text: text)

    def wait_for_shutdown(self, timeout: float | None = None) -> bool:
        with self._info.proc_event:
            return self._info.proc_event.wait_for(lambda: self.terminated, timeout)

    def wait_for_output(self, condition=None, timeout: float | None = None) -> bool:
        """Whether the process runs and `condition(output)` holds in time; None: any output."""
        if condition is not None and not callable(condition):
            raise TypeError(f"condition is {condition!r}: give a function")
        holds = condition or (lambda output: True)
        with self._output.io_event:
            return self._output.io_event.wait_for(
                lambda: self.running and bool(holds(self.output)), timeout
            )

    @property
    def target_process_action(self):
        return self._action

    def _text(self, of: Callable) -> str:
        events = [event for event in self._output[self._action] if of(event)]
        return self._filter(b"".join(event.text for event in events).decode(errors="replace"))

    @property
    def stdout(self) -> str:
        return self._text(lambda event: event.from_stdout)

    @property
    def stderr(self) -> str:
        return self._text(lambda event: event.from_stderr)

    @property
    def output(self) -> str:
        return self._text(lambda event: True)

    def _last_event(self):
        known = self._action in self._info.processes()
        return self._info[self._action] if known else None

    @property
    def running(self) -> bool:
        return isinstance(self._last_event(), ProcessStarted)

    @property
    def terminated(self) -> bool:
        return isinstance(self._last_event(), ProcessExited)

    @property
    def exit_code(self) -> int:
        return self._info[self._action].returncode


@contextlib.contextmanager
def launch_process(
    launch_service, process_action, proc_info, proc_output, **kwargs
) -> Iterator[ProcessProxy]:
    """Starts a process in a launch that runs; behind the block it is asked to end."""
    proxy = ProcessProxy(process_action, proc_info, proc_output, **kwargs)
    launch_service.emit_event(IncludeLaunchDescription(LaunchDescription([process_action])))
    try:
        yield proxy
    finally:
        if not proxy.terminated:
            launch_service.emit_event(
                ShutdownProcess(process_matcher=matches_action(process_action))
            )


def get_default_filtered_prefixes() -> list[str]:
    """How lines begin that a filter leaves out unless it is told otherwise."""
    return ["pid", "rc"]


def get_default_filtered_patterns() -> list[str]:
    return []


def basic_output_filter(filtered_prefixes=None, filtered_patterns=None) -> Callable[[str], str]:
    """A function that leaves out lines: those that begin so (pid, rc), and those that match."""
    if filtered_prefixes is None:
        filtered_prefixes = get_default_filtered_prefixes()
    prefixes = tuple(filtered_prefixes)
    patterns = [re.compile(pattern) for pattern in filtered_patterns or ()]

    def keep(output: str) -> str:
        return "".join(
            line
            for line in output.splitlines(keepends=True)
            if not line.startswith(prefixes) and not any(one.match(line) for one in patterns)
        )

    return keep


def expected_output_from_file(path: str, encoding: str | None = None) -> list:
    """The lines of PATH.txt, else the patterns of PATH.regex."""
    for suffix, make in ((".txt", str), (".regex", re.compile)):
        file = Path(str(path) + suffix)
        if file.is_file():
            return [make(line) for line in file.read_text(encoding=encoding).splitlines()]
    raise RuntimeError(f"could not find output check file: {path}.txt or {path}.regex")


def expect_output(
    text=None,
    *,
    lines=None,
    expected_text=None,
    expected_lines=None,
    strip_ansi_escape_sequences=True,
    strict=False,
) -> bool:
    """Whether a text, or lines, are as the expected text or the expected lines."""
    if (text is None) == (lines is None):
        raise ValueError("Either lines or text, but not both, must be specified")
    if (expected_text is None) == (expected_lines is None):
        raise ValueError("Either expected lines or text, but not both, must be specified")
    strip = remove_ansi_escape_sequences if strip_ansi_escape_sequences else str
    if expected_text is not None:
        whole = "\n".join(lines) if text is None else text
        return build_text_match(expected_text, strict=strict)(strip(whole)) is not None
    parts = text.splitlines() if lines is None else lines
    match = build_line_match(expected_lines, strict=strict)
    return match([strip(line) for line in parts]) is not None


module_for_each_class(
    __name__,
    process=[ProcessProxy, launch_process],
    output=[
        basic_output_filter,
        expect_output,
        expected_output_from_file,
        get_default_filtered_patterns,
        get_default_filtered_prefixes,
    ],
    text=[build_line_match, build_text_match, normalize_lineseps],
)
