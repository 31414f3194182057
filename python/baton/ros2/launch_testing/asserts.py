# SPDX-License-Identifier: Apache-2.0
"""What tests say of the processes: how they ended, and what they wrote."""

import contextlib
from collections.abc import Iterable, Iterator

from .matching import build_text_match, remove_ansi_escape_sequences
from .util import NO_CMD_ARGS, resolveProcesses

__all__ = [
    "EXIT_OK",
    "EXIT_SIGINT",
    "EXIT_SIGKILL",
    "EXIT_SIGQUIT",
    "EXIT_SIGSEGV",
    "NO_CMD_ARGS",
    "SequentialTextChecker",
    "assertDefaultStream",
    "assertExitCodes",
    "assertInStderr",
    "assertInStdout",
    "assertInStream",
    "assertSequentialStdout",
]

EXIT_OK = 0
EXIT_SIGINT = 130
EXIT_SIGQUIT = 131
EXIT_SIGKILL = 137
EXIT_SIGSEGV = 139


def assertExitCodes(
    proc_info,
    allowable_exit_codes: Iterable[int] = (EXIT_OK,),
    process=None,
    cmd_args=None,
    *,
    strict_proc_matching=True,
) -> None:
    """Of all processes, or of those that are meant. A signal counts as -N and as 128 + N."""
    allowed = list(allowable_exit_codes)
    for code in allowed:
        assert isinstance(code, int), f"Provided exit code {code} is not an int"
    meant = resolveProcesses(
        proc_info, process=process, cmd_args=cmd_args, strict_proc_matching=strict_proc_matching
    )
    for action in meant:
        event = proc_info[action]
        code = getattr(event, "returncode", None)
        assert code is not None, f"Proc {event.process_name} has not ended"
        as_shell = 128 - code if code < 0 else code
        assert code in allowed or as_shell in allowed, (
            f"Proc {event.process_name} exited with code {code}; allowed are {allowed}"
        )


def assertInStream(
    proc_output,
    expected_output,
    process,
    cmd_args=None,
    *,
    output_filter=None,
    strict_proc_matching=True,
    strip_ansi_escape_sequences=True,
    stream="stderr",
) -> None:
    """`expected_output`: a text, a pattern, or a list of them that must come in this order."""
    if output_filter is not None and not callable(output_filter):
        raise ValueError("output_filter is not callable")
    if stream not in ("stdout", "stderr"):
        raise ValueError(f"stream is {stream!r}: there are stdout and stderr")
    meant = resolveProcesses(
        proc_output, process=process, cmd_args=cmd_args, strict_proc_matching=strict_proc_matching
    )
    match = build_text_match(expected_output)
    for action in meant:
        events = [event for event in proc_output[action] if getattr(event, f"from_{stream}")]
        text = b"".join(event.text for event in events).decode(errors="replace")
        if strip_ansi_escape_sequences:
            text = remove_ansi_escape_sequences(text)
        if output_filter is not None:
            text = output_filter(text)
        if match(text) is not None:
            return
    names = ", ".join(sorted(action.process_details["name"] for action in meant))
    raise AssertionError(
        f"Did not find '{expected_output}' in output for any of the matching processes: {names}"
    )


def assertInStdout(proc_output, expected_output, process, cmd_args=None, **kwargs) -> None:
    assertInStream(proc_output, expected_output, process, cmd_args, stream="stdout", **kwargs)


def assertInStderr(proc_output, expected_output, process, cmd_args=None, **kwargs) -> None:
    assertInStream(proc_output, expected_output, process, cmd_args, stream="stderr", **kwargs)


def assertDefaultStream() -> str:
    """The stream of assertInStream() and of waitFor() where a test names none."""
    return "stderr"


class SequentialTextChecker:
    """Texts that must come one behind the other."""

    def __init__(self, output: Iterable[str]) -> None:
        self._text = "".join(output)
        self._at = 0

    def assertInStdout(self, msg: str) -> None:
        found = self._text.find(msg, self._at)
        assert found >= 0, (
            f"'{msg}' not found in sequence after previous match.  "
            f"The output near the last matched line:\n{self.get_nearby_lines()}"
        )
        self._at = found + len(msg)

    assertInText = assertInStdout

    def get_nearby_lines(self) -> str:
        """Two lines before the last match, its own, and two behind it."""
        # A match that ends its line has come to the next one.
        here = self._text.count("\n", 0, self._at + 1)
        return "\n".join(self._text.splitlines()[max(0, here - 2) : here + 3])


@contextlib.contextmanager
def assertSequentialStdout(proc_output, process, cmd_args=None) -> Iterator[SequentialTextChecker]:
    """Of one process: `with assertSequentialStdout(...) as cm: cm.assertInStdout('a'); ...`."""
    (action,) = resolveProcesses(proc_output, process=process, cmd_args=cmd_args)
    yield SequentialTextChecker(
        event.text.decode(errors="replace") for event in proc_output[action]
    )
