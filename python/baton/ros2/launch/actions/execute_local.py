# SPDX-License-Identifier: Apache-2.0
"""Runs a process on this machine, and answers events that are about it."""

import asyncio
import shlex
import signal

from ..action import Action
from ..descriptions.executable import Executable
from ..event_handler import EventHandler, entities_of
from ..event_handlers.on_action_event import OnProcessExit
from ..events.basic import Shutdown
from ..events.process import (
    ProcessExited,
    ProcessStarted,
    ProcessStderr,
    ProcessStdin,
    ProcessStdout,
    ShutdownProcess,
    SignalProcess,
)
from ..events.process.process_targeted_event import ProcessTargetedEvent
from ..logging import get_logger
from ..process_output import ProcessOutput
from ..substitutions.basic import LaunchConfiguration
from ..utilities import (
    normalize_to_list_of_substitutions,
    normalize_typed_substitution,
    perform_substitutions,
    perform_typed_substitution,
)
from .child_process import ChildProcess


class ExecuteLocal(Action):
    """Runs an Executable, again after its end if `respawn`.

    At a shutdown the process gets SIGINT, after `sigterm_timeout` seconds SIGTERM, and
    `sigkill_timeout` seconds later SIGKILL; all three go to its whole session.
    """

    def __init__(
        self,
        *,
        process_description: Executable,
        shell: bool = False,
        sigterm_timeout=None,
        sigkill_timeout=None,
        emulate_tty=None,
        output="log",
        output_format: str = "[{name}] {line}",
        cached_output: bool = False,
        log_cmd: bool = False,
        on_exit=None,
        respawn=False,
        respawn_delay=None,
        respawn_max_retries: int = -1,
        **kwargs,
    ) -> None:
        super().__init__(**kwargs)
        self.__description = process_description
        self.__shell = shell
        defaults = (
            ("sigterm_timeout", sigterm_timeout, "5"),
            ("sigkill_timeout", sigkill_timeout, "5"),
        )
        self.__timeouts = {
            name: normalize_to_list_of_substitutions(
                LaunchConfiguration(name, default=default)
                if value is None
                else str(value)
                if isinstance(value, (int, float))
                else value
            )
            for name, value, default in defaults
        }
        self.__emulate_tty = emulate_tty
        self.__output = self._output_parts(output)
        self.__output_format = output_format.replace(
            "{this.process_description.final_name}", "{name}"
        )
        self.__log_cmd = log_cmd
        self.__cached = {"stdout": b"", "stderr": b""} if cached_output else None
        self.__on_exit = on_exit
        self.__respawn = normalize_typed_substitution(respawn, bool)
        self.__respawn_delay = respawn_delay
        self.__retries_left = respawn_max_retries
        self.__child: ChildProcess | None = None
        self.__screen: ProcessOutput | None = None
        self.__done: asyncio.Future | None = None
        self.__shutdown: asyncio.Event | None = None
        self.__ended: asyncio.Future | None = None
        self.__timers: list = []
        self.__asked_to_end = False
        self.__handler: EventHandler | None = None
        self.__plan: _Plan | None = None
        self._returncode: int | None = None

    @staticmethod
    def _output_parts(output):
        """A text with substitutions, or a mapping as it is."""
        if isinstance(output, dict):
            return output
        return normalize_to_list_of_substitutions(output)

    @property
    def process_description(self) -> Executable:
        return self.__description

    @property
    def shell(self) -> bool:
        return self.__shell

    @property
    def emulate_tty(self):
        return self.__emulate_tty

    @property
    def sigterm_timeout(self):
        return self.__timeouts["sigterm_timeout"]

    @property
    def sigkill_timeout(self):
        return self.__timeouts["sigkill_timeout"]

    @property
    def output(self):
        return self.__output

    @property
    def return_code(self) -> int | None:
        """Of the last run that has ended: the exit status, or minus a signal."""
        return self._returncode

    @property
    def asked_to_end(self) -> bool:
        """Whether the launch has sent it a signal."""
        return self.__asked_to_end

    @property
    def process_details(self) -> dict | None:
        """None before execute(); with a `pid` from the process's start on."""
        description = self.__description
        if description.final_name is None:
            return None
        details = {
            "action": self,
            "name": description.final_name,
            "cmd": description.final_cmd,
            "cwd": description.final_cwd,
            "env": description.final_env,
        }
        return details if self.__child is None else {**details, "pid": self.__child.pid}

    def get_stdout(self) -> str:
        """What the process has written. Throws RuntimeError without `cached_output`."""
        return self._written("stdout")

    def get_stderr(self) -> str:
        return self._written("stderr")

    def _written(self, stream: str) -> str:
        if self.__cached is None:
            what = self.__description.final_name or self.__description.describe()
            raise RuntimeError(
                f"the output of '{what}' is not kept: give the action cached_output=True"
            )
        return self.__cached[stream].decode(errors="replace")

    def get_sub_entities(self) -> list:
        if self.__on_exit is None or callable(self.__on_exit):
            return []
        return entities_of(self.__on_exit)

    def describe_sub_entities(self) -> list:
        return []

    def describe_conditional_sub_entities(self):
        subs = self.get_sub_entities()
        return [("on exit", subs)] if subs else []

    def get_asyncio_future(self) -> asyncio.Future | None:
        return self.__done

    def prepare(self, context) -> None:
        self.__description.prepare(context, self)

    def execute(self, context) -> None:
        self.prepare(context)
        if context.is_shutdown:
            return
        name = self.__description.final_name
        if self.__done is not None:
            raise RuntimeError(f"ExecuteProcess action '{name}': executed more than once")
        output = self.__output
        if not isinstance(output, dict):
            output = perform_substitutions(context, output)
        output = context.environment.get("OVERRIDE_LAUNCH_PROCESS_OUTPUT") or output
        self.__screen = ProcessOutput(name, output, self.__output_format)
        self.__shutdown = asyncio.Event()
        self.__handler = _ProcessHandler(self)
        context.register_event_handler(self.__handler)
        if self.__on_exit is not None:
            context.register_event_handler(
                OnProcessExit(target_action=self, on_exit=self.__on_exit)
            )
        self.__plan = self._make_plan(context)
        self.__done = context.asyncio_loop.create_task(self._run(context))

    def _make_plan(self, context) -> "_Plan":
        seconds = {
            name: float(perform_substitutions(context, parts))
            for name, parts in self.__timeouts.items()
        }
        return _Plan(
            respawn=perform_typed_substitution(context, self.__respawn, bool),
            delay=self._delay(context),
            terminal=self._terminal(context),
            **seconds,
        )

    def _delay(self, context) -> float:
        value = self.__respawn_delay
        if value is None or isinstance(value, (int, float)):
            return float(value or 0)
        return float(perform_substitutions(context, normalize_to_list_of_substitutions(value)))

    def _terminal(self, context) -> bool:
        value = self.__emulate_tty
        if value is None:
            value = context.launch_configurations.get("emulate_tty", "false")
        return perform_typed_substitution(context, normalize_typed_substitution(value, bool), bool)

    async def _run(self, context) -> None:
        """Until the process has ended and is not started again."""
        while await self._run_once(context):
            get_logger(self.__description.final_name).debug("starting again")
            self.__description.prepare(context, self)
        for timer in self.__timers:
            timer.cancel()
        # `on_exit` stays: the event of the exit is still in the queue.
        context.unregister_event_handler(self.__handler)

    async def _run_once(self, context) -> bool:
        """Whether to start it again."""
        description, loop = self.__description, asyncio.get_running_loop()
        name = description.final_name
        ended = self.__ended = loop.create_future()
        child = ChildProcess(lambda s, d: self._data(context, s, d), ended.set_result)
        env = {**description.final_env, **context.get_locals_as_dict().get("_launch_mark", {})}
        if self.__log_cmd:
            get_logger(name).info(
                f"process details: cmd='{self._cmd_text()}', cwd='{description.final_cwd}'"
            )
        try:
            await child.start(
                description.final_cmd,
                shell=self.__shell,
                cwd=description.final_cwd,
                env=env,
                terminal=self.__plan.terminal,
            )
        except OSError as error:
            self._cannot_start(context, error)
            return False
        self.__child = child
        details = self.process_details
        get_logger(name).info(f"process started with pid [{child.pid}]")
        context.emit_event_sync(ProcessStarted(**details))
        child.begin()
        if self.__shutdown.is_set():
            # The shutdown came while the process was made.
            self.end(context)
        self._returncode = await ended
        self.__screen.finish()
        again = self._wants_again()
        self._say_the_end(details["pid"])
        context.emit_event_sync(ProcessExited(returncode=self._returncode, **details))
        _report(context, self, again)
        if not again:
            return False
        return await self._pause()

    def _wants_again(self) -> bool:
        if not self.__plan.respawn or self.__shutdown.is_set() or self.__retries_left == 0:
            return False
        if self.__retries_left > 0:
            self.__retries_left -= 1
        return True

    async def _pause(self) -> bool:
        """Waits for the respawn delay; False if a shutdown came."""
        try:
            await asyncio.wait_for(self.__shutdown.wait(), self.__plan.delay)
        except TimeoutError:
            return True
        return False

    def _cannot_start(self, context, error: OSError) -> None:
        name, cmd = self.__description.final_name, self.__description.final_cmd
        cwd = self.__description.final_cwd
        what = error.filename if error.filename else cmd[0]
        hint = f" in folder '{cwd}'" if cwd and error.filename == cwd else ""
        self._returncode = 126 if isinstance(error, PermissionError) else 127
        get_logger(name).error(
            f"cannot start '{what}'{hint}: {error.strerror}"
            + (f" ({self.location})" if self.location else "")
        )
        details = {"action": self, "name": name, "cmd": cmd, "cwd": cwd, "env": None, "pid": 0}
        context.emit_event_sync(ProcessExited(returncode=self._returncode, **details))
        _report(context, self, False)

    def _cmd_text(self) -> str:
        return " ".join(self.__description.final_cmd)

    def _say_the_end(self, pid: int) -> None:
        logger = get_logger(self.__description.final_name)
        if self._returncode == 0:
            logger.info(f"process has finished cleanly [pid {pid}]")
            return
        logger.error(
            f"process has died [pid {pid}, exit code {self._returncode}, cmd '{self._cmd_text()}']."
        )

    def _data(self, context, stream: str, data: bytes) -> None:
        self.__screen.write(stream, data)
        if self.__cached is not None:
            self.__cached[stream] += data
        kind = ProcessStdout if stream == "stdout" else ProcessStderr
        event = kind(text=data, **self.process_details)
        if context.would_handle_event(event):
            context.emit_event_sync(event)

    def answer(self, event, context) -> None:
        """An event that is meant for this process."""
        if isinstance(event, (Shutdown, ShutdownProcess)):
            self.end(context, forever=True)
        elif isinstance(event, SignalProcess):
            self._signal(event.signal)
        elif isinstance(event, ProcessStdin) and self.__child is not None:
            self.__child.write(event.text)

    def _running(self) -> bool:
        return self.__child is not None and self.__ended is not None and not self.__ended.done()

    def _signal(self, number: signal.Signals) -> bool:
        if not self._running():
            return False
        name = self.__description.final_name
        get_logger(name).info(f"sending signal '{number.name}' to process[{name}]")
        self.__asked_to_end = True
        return self.__child.send_signal(number)

    def end(self, context, forever: bool = True) -> None:
        """SIGINT now, SIGTERM and SIGKILL later."""
        first = not self.__timers
        if forever:
            self.__shutdown.set()
        if not self._running() or not first:
            return
        self._signal(signal.SIGINT)
        plan, loop = self.__plan, context.asyncio_loop
        steps = (
            (plan.sigterm_timeout, plan.sigterm_timeout, "SIGINT", signal.SIGTERM),
            (
                plan.sigterm_timeout + plan.sigkill_timeout,
                plan.sigkill_timeout,
                "SIGTERM",
                signal.SIGKILL,
            ),
        )
        self.__timers = [loop.call_later(at, self._escalate, *rest) for at, *rest in steps]

    def _escalate(self, seconds: float, before: str, then: signal.Signals) -> None:
        if not self._running():
            return
        name = self.__description.final_name
        get_logger(name).error(
            f"process[{name}] failed to terminate '{seconds:g}' seconds after receiving "
            f"'{before}', escalating to '{then.name}'"
        )
        self._signal(then)

    def describe(self) -> str:
        return f"{type(self).__name__}({shlex.quote(self.__description.describe())})"


class _Plan:
    """What was decided when the action was executed."""

    def __init__(self, *, respawn, delay, terminal, sigterm_timeout, sigkill_timeout) -> None:
        self.respawn = respawn
        self.delay = delay
        self.terminal = terminal
        self.sigterm_timeout = sigterm_timeout
        self.sigkill_timeout = sigkill_timeout


class _ProcessHandler(EventHandler):
    """Hands the events that are meant for a process to its action."""

    def __init__(self, action: ExecuteLocal) -> None:
        super().__init__(matcher=self._is_meant)
        self.__action = action

    def _is_meant(self, event) -> bool:
        if isinstance(event, Shutdown):
            return True
        if isinstance(event, ProcessTargetedEvent):
            return bool(event.process_matcher(self.__action))
        return isinstance(event, ProcessStdin) and event.action is self.__action

    def handle(self, event, context):
        self.__action.answer(event, context)
        return []


def _report(context, action: ExecuteLocal, again: bool) -> None:
    """Tells the launch service how a process has ended."""
    listener = context.get_locals_as_dict().get("_process_ended")
    if listener is not None:
        listener(action, again)
