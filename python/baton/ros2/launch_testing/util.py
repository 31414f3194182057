# SPDX-License-Identifier: Apache-2.0
"""Which processes a test means, by their action or by a part of their name."""

import sys

from launch.actions import ExecuteLocal, ExecuteProcess
from launch.substitutions import TextSubstitution

__all__ = ["NO_CMD_ARGS", "KeepAliveProc", "NoMatchingProcessException", "resolveProcesses"]

# For `cmd_args`: a process without arguments.
NO_CMD_ARGS = object()


class NoMatchingProcessException(Exception):
    """No process that is known is meant."""


def resolveProcesses(info_obj, *, process=None, cmd_args=None, strict_proc_matching=True) -> list:
    """The actions of `info_obj` that are meant.

    `process`: an action, a part of a name, or None for all. `cmd_args`: arguments that its command
    line must have. `strict_proc_matching`: several of a name are an error.
    """
    known = list(info_obj.processes())
    if process is None:
        if not known:
            raise NoMatchingProcessException("No data recorded for any process")
        return known
    if isinstance(process, ExecuteLocal):
        if process in known:
            return [process]
        raise NoMatchingProcessException(f"No data recorded for proc {_described(process)}")
    if not isinstance(process, str):
        raise TypeError(f"proc argument must be 'ExecuteProcess' or 'str' not {type(process)}")
    wanted = [cmd_args] if isinstance(cmd_args, str) else cmd_args
    found = [one for one in known if _is_meant(one, process, wanted)]
    there = ", ".join(sorted(map(_described, known)))
    if not found:
        raise NoMatchingProcessException(
            f"Did not find any processes matching name '{process}' and args '{wanted}'. "
            f"Procs: {there}"
        )
    if strict_proc_matching and len(found) > 1:
        raise LookupError(
            f"Found multiple processes matching name '{process}' and cmd_args '{wanted}'. "
            f"Procs: {there}; give more of the name, cmd_args, or the action"
        )
    return found


def _is_meant(action, name: str, arguments) -> bool:
    details = action.process_details
    if name not in details["name"]:
        return False
    given = details["cmd"][1:]
    if arguments is NO_CMD_ARGS:
        return not given
    return all(argument in given for argument in arguments or ())


def _described(action) -> str:
    details = action.process_details
    if details is None:
        return _not_launched(action.process_description.cmd)
    return " ".join([details["name"], *details["cmd"][1:]])


def _not_launched(cmd) -> str:
    """The command line, where it is known before the launch."""
    parts = [part for argument in cmd for part in argument]
    if not all(isinstance(part, TextSubstitution) for part in parts):
        return "Unknown (its command line has substitutions, and it was not launched)"
    return " ".join("".join(part.text for part in argument) for argument in cmd)


def KeepAliveProc() -> ExecuteProcess:
    """A process that does nothing until it is asked to end: a launch with it does not end."""
    wait = "import signal, sys; signal.signal(2, lambda *_: sys.exit(0)); signal.pause()"
    return ExecuteProcess(cmd=[sys.executable, "-S", "-c", wait], name="keep_alive")
