# SPDX-License-Identifier: Apache-2.0
"""Processes of a launch: output, exits, respawn, signals, and what is left behind."""

import os
import pty
import re
import signal
import sys

from launch import process_group
from launch.actions import (
    EmitEvent,
    ExecuteProcess,
    LogInfo,
    OpaqueCoroutine,
    RegisterEventHandler,
    Shutdown,
    TimerAction,
)
from launch.event_handlers import (
    OnExecutionComplete,
    OnProcessExit,
    OnProcessIO,
    OnProcessStart,
    OnShutdown,
)
from launch.events import matches_action
from launch.events.process import ProcessStdin, SignalProcess


def is_alive(pid: int) -> bool:
    """False too for a zombie: the process that adopts it may be in no hurry."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def shell(text: str, **kwargs) -> ExecuteProcess:
    return ExecuteProcess(cmd=["sh", "-c", text], name="p", output="screen", **kwargs)


def test_output_has_the_prefix_of_its_process_and_the_end_is_said(launched):
    done = launched([shell("echo one; printf two >&2")])
    name = done.service  # the number goes on over the tests of this process
    assert name is not None
    texts = [line.split("] ", 1)[1] for line in done.lines if line.startswith("[p-")]
    assert sorted(texts) == ["one", "two"]
    assert any("process started with pid [" in line for line in done.lines)
    assert any("process has finished cleanly [pid " in line for line in done.lines)
    assert done.status == 0 and done.service.failures == []


def test_a_process_that_fails_is_named_with_its_status_and_command(launched):
    done = launched([shell("exit 3")])
    assert [code for _, code in done.service.failures] == [3]
    assert "exit code 3, cmd 'sh -c exit 3']" in done.output


def test_a_command_that_is_not_there_is_said_with_the_line_of_the_file(launched):
    done = launched([ExecuteProcess(cmd=["no_such_program_here"])])
    assert "cannot start 'no_such_program_here': No such file or directory" in done.output
    assert "test_processes.py:" in done.output
    assert done.service.failures[0][1] == 127


def test_handlers_see_start_output_exit_and_shutdown_in_order(launched):
    seen = []
    process = shell("echo hello")

    def note(text):
        def handler(event, context):
            seen.append((text, getattr(event, "returncode", None)))

        return handler

    launched(
        [
            RegisterEventHandler(OnProcessStart(target_action=process, on_start=note("start"))),
            RegisterEventHandler(
                OnProcessIO(
                    target_action=process,
                    on_stdout=lambda event: seen.append(("io", event.text.decode().strip())),
                )
            ),
            RegisterEventHandler(OnProcessExit(target_action=process, on_exit=note("exit"))),
            RegisterEventHandler(OnShutdown(on_shutdown=note("shutdown"))),
            process,
        ]
    )
    assert seen == [("start", None), ("io", "hello"), ("exit", 0), ("shutdown", None)]


def test_on_exit_is_visited_and_a_required_process_ends_the_launch(launched):
    done = launched([shell("exit 0", on_exit=Shutdown()), shell("sleep 100")])
    assert "was required: shutting down launched system" in done.output
    assert "sending signal 'SIGINT'" in done.output
    assert done.service.failures == []


def test_a_process_is_started_again_after_its_delay_as_often_as_is_said(launched, tmp_path):
    count = tmp_path / "count"
    done = launched(
        [
            shell(
                f"echo x >> {count}; exit 1",
                respawn=True,
                respawn_delay=0.01,
                respawn_max_retries=2,
            )
        ]
    )
    assert count.read_text() == "x\nx\nx\n"
    assert len(done.service.failures) == 1, "only the last end is a failure"


def test_a_shutdown_ends_the_wait_for_a_respawn(launched):
    process = shell("exit 0", respawn=True, respawn_delay=1000.0)
    done = launched(
        [
            RegisterEventHandler(OnProcessExit(target_action=process, on_exit=[Shutdown()])),
            process,
        ]
    )
    assert done.status == 0


def test_a_process_that_ignores_sigint_and_sigterm_is_killed(launched):
    stubborn = shell(
        "trap '' INT TERM; echo ready; while :; do sleep 1; done",
        sigterm_timeout="0.2",
        sigkill_timeout="0.2",
    )
    done = launched(
        [
            RegisterEventHandler(
                OnProcessIO(target_action=stubborn, on_stdout=lambda event: Shutdown())
            ),
            stubborn,
        ]
    )
    first = done.output.index("after receiving 'SIGINT', escalating to 'SIGTERM'")
    assert first < done.output.index("after receiving 'SIGTERM', escalating to 'SIGKILL'")
    assert stubborn.return_code == -signal.SIGKILL


def test_events_signal_a_process_and_write_to_it(launched):
    reader = shell("read line; echo got $line")
    sleeper = shell("sleep 100")

    def write(event, context):
        return EmitEvent(
            event=ProcessStdin(
                text=b"text\n", action=reader, name="", cmd=[], cwd=None, env=None, pid=event.pid
            )
        )

    done = launched(
        [
            RegisterEventHandler(OnProcessStart(target_action=reader, on_start=write)),
            RegisterEventHandler(
                OnProcessExit(
                    target_action=reader,
                    on_exit=EmitEvent(
                        event=SignalProcess(
                            signal_number="SIGTERM", process_matcher=matches_action(sleeper)
                        )
                    ),
                )
            ),
            sleeper,
            reader,
        ]
    )
    assert "got text" in done.output and sleeper.return_code == -signal.SIGTERM


def test_a_timer_is_cancelled_by_a_shutdown_and_else_visits_its_actions(launched):
    done = launched(
        [
            TimerAction(period=0.05, actions=[LogInfo(msg="first"), Shutdown()]),
            TimerAction(period=1000.0, actions=[LogInfo(msg="never")]),
        ]
    )
    assert "first" in done.output and "never" not in done.output


def test_completion_of_an_action_is_an_event(launched):
    async def work(context):
        return None

    action = OpaqueCoroutine(coroutine=work)
    done = launched(
        [
            RegisterEventHandler(
                OnExecutionComplete(target_action=action, on_completion=LogInfo(msg="complete"))
            ),
            action,
        ]
    )
    assert "complete" in done.output


def test_a_terminal_is_emulated(launched):
    done = launched([shell("test -t 1 && echo terminal", emulate_tty=True)])
    assert "terminal" in done.output


def test_log_files_have_what_the_screen_has_not(launched, log_folder):
    done = launched(
        [
            ExecuteProcess(cmd=["sh", "-c", "echo quiet; echo loud >&2"], name="q", output="log"),
            ExecuteProcess(cmd=["sh", "-c", "echo own"], name="o", output="own_log"),
        ]
    )
    folder = next(log_folder.iterdir())
    assert "quiet" not in done.output and "loud" in done.output
    main = (folder / "launch.log").read_text()
    assert "quiet" in main and "loud" in main and "[INFO] [q-" in main
    assert [path.read_text() for path in folder.glob("o-*-stdout.log")] == ["own\n"]


def test_what_a_process_leaves_behind_is_ended_with_the_launch(launched, tmp_path):
    pid_file = tmp_path / "pid"
    done = launched(
        [
            shell(
                f"setsid sh -c 'echo $$ > {pid_file}; exec sleep 1000' >/dev/null 2>&1 & "
                f"while [ ! -s {pid_file} ]; do sleep 0.01; done"
            )
        ]
    )
    pid = int(pid_file.read_text())
    assert f"ending processes that were left behind: {pid}" in done.output
    assert not is_alive(pid)


def test_ctrl_c_ends_all_processes_in_order(command, tmp_path):
    (tmp_path / "a.launch.py").write_text(
        "from launch import LaunchDescription\n"
        "from launch.actions import ExecuteProcess\n"
        "def generate_launch_description():\n"
        "    cmd = ['sh', '-c', 'trap \"echo bye; exit 0\" INT; echo up; while :; do sleep 0.05; done']\n"
        "    return LaunchDescription([ExecuteProcess(cmd=cmd, output='screen', name=n) for n in 'ab'])\n"
    )
    launch = command("a.launch.py", cwd=tmp_path)
    launch.read_until("] up")
    launch.read_until("] up")
    assert launch.end(signal.SIGINT) == 0
    assert "user interrupted with ctrl-c (SIGINT)" in launch.output
    assert launch.output.count("] bye") == 2
    assert launch.output.count("process has finished cleanly") == 2


def test_kill_9_of_the_launch_leaves_no_process(command, tmp_path, wait_until):
    (tmp_path / "a.launch.py").write_text(
        "from launch import LaunchDescription\n"
        "from launch.actions import ExecuteProcess\n"
        "def generate_launch_description():\n"
        "    return LaunchDescription([\n"
        "        ExecuteProcess(cmd=['sh', '-c', 'setsid sleep 1000 & echo up $$ $!; wait'],\n"
        "                       output='screen')])\n"
    )
    launch = command("a.launch.py", cwd=tmp_path)
    pids = [int(text) for text in launch.read_until("] up").split()[-2:]]
    with open(f"/proc/{pids[0]}/environ", "rb") as file:
        assert process_group.MARK.encode() in file.read()
    launch.process.send_signal(signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, pids)))


def test_a_terminal_that_is_closed_ends_all_processes(tmp_path, wait_until):
    (tmp_path / "a.launch.yaml").write_text(
        "launch:\n- executable: {cmd: sh -c 'echo up $$; exec sleep 1000', output: screen}\n"
    )
    pid, master = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        os.execv(sys.executable, [sys.executable, "-m", "baton.cli.main", "launch", "a.launch.yaml"])
    text = b""
    while not (found := re.search(rb"up (\d+)\r\n", text)):
        text += os.read(master, 4096)
    os.close(master)
    wait_until(lambda: not is_alive(int(found[1])))
    os.waitpid(pid, 0)


def test_the_status_is_that_of_the_first_process_that_failed_by_itself(command, tmp_path):
    (tmp_path / "a.launch.yaml").write_text(
        "launch:\n"
        "- executable: {cmd: sh -c 'exit 7', on_exit: shutdown}\n"
        "- executable: {cmd: sleep 100}\n"
    )
    launch = command("a.launch.yaml", cwd=tmp_path)
    assert launch.end() == 7
    assert "failed: sh-1 (exit code 7)" in launch.output
