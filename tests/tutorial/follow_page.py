# SPDX-License-Identifier: Apache-2.0
"""follow_page.py PAGE: does what the page says, in an empty folder, and sees what the page shows.

One bash runs every block marked `bash`. A block behind a line "`path`:" is written to that file.
The lines of a block marked `text` must come from the block before it, or from what that block started,
before the next one is run; long numbers, which are times, may differ. Blocks without a mark are not
run: they install Baton, as the tests of the installation do.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

DEADLINE_S = 600  # a build on a busy machine
END_OF_FILE = "END_OF_THE_PAGES_FILE"
DONE = "the block is done"
KEPT = ("HOME", "USER", "TMPDIR", "CCACHE_DIR")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"^`([^`\n]+)`:\s*\Z", re.M)


def environment(scratch, registry):
    """What a user has, and quick to build."""
    more = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "BATON_REGISTRY_DIR": registry,
        "ROS_LOG_DIR": str(scratch / "ros_log"),
        "COLCON_HOME": str(scratch / "colcon"),
        "CXXFLAGS": "-O0",
        "CMAKE_GENERATOR": "Ninja",
    }
    if shutil.which("ccache"):
        more["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
    return {**{name: os.environ[name] for name in KEPT if name in os.environ}, **more}


class Shell:
    """A bash that is told one block after the other; it ends at the first command that fails."""

    def __init__(self, folder, variables):
        self._text = ""
        self._start = 0  # of what the last block wrote
        self._more = threading.Condition()
        self._ended = False
        # Not its standard input, from which the commands could read.
        script, self._commands = os.pipe()
        self._bash = subprocess.Popen(
            ["bash", "--noprofile", "--norc", "-e", f"/dev/fd/{script}"],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            pass_fds=[script],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        os.close(script)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._bash.stdout:
            with self._more:
                self._text += line
                self._more.notify_all()
        with self._more:
            self._ended = True
            self._more.notify_all()

    def _wait_for(self, pattern, what):
        deadline = time.monotonic() + DEADLINE_S
        with self._more:
            while not re.compile(pattern, re.M).search(self._text, self._start):
                left_s = deadline - time.monotonic()
                if self._ended or left_s <= 0:
                    sys.exit(f"{what}\nThe shell says:\n{self._text[self._start:]}")
                self._more.wait(left_s)

    def run(self, commands):
        self._start = len(self._text)
        os.write(self._commands, f"{commands}\necho '{DONE}'\n".encode())
        self._wait_for(f"^{DONE}$", f"This fails, or does not end:\n{commands}")

    def show(self, lines):
        for line in lines:
            pattern = re.sub(r"\d{6,}", r"\\d+", re.escape(line))
            self._wait_for(pattern, f"The page shows this, and it never came:\n{line}")

    def end(self):
        os.close(self._commands)
        return self._bash.wait(DEADLINE_S)

    def kill(self):
        try:
            os.killpg(self._bash.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._bash.wait()


def steps(page):
    """(kind, name of the file, text) of each block; the kind is bash, text, file or empty."""
    end = 0
    for fence in FENCE.finditer(page):
        named = FILE.search(page, end, fence.start())
        end = fence.end()
        yield ("file", named[1], fence[2]) if named else (fence[1], None, fence[2])


def follow(page, shell):
    done = 0
    for kind, name, text in steps(page):
        if kind == "bash":
            shell.run(text)
        elif kind == "text":
            shell.show(text.splitlines())
        elif kind == "file":
            shell.run(f"cat >{name} <<'{END_OF_FILE}'\n{text}{END_OF_FILE}")
        elif kind:
            sys.exit(f"a block of {kind} needs a line before it that names its file: `path`:")
        done += bool(kind)
    if done < 10:
        sys.exit(f"the page has {done} steps; a tutorial has more")


def main(page_file):
    scratch = pathlib.Path(os.environ["SCRATCH"])
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    page = pathlib.Path(page_file).read_text(encoding="utf-8")
    for said, here in (("/opt/baton", "BATON_INSTALLED"), ("~/baton/.venv", "VENV")):
        if said not in page:
            sys.exit(f"the page does not say {said} any more")
        page = page.replace(said, os.environ[here])
    with tempfile.TemporaryDirectory() as registry:
        shell = Shell(scratch, environment(scratch, registry))
        try:
            # The build of the tests has perf_test elsewhere.
            programs = os.environ["PROGRAMS"]
            shell.run(f'baton() {{ command baton "$@" --bin-dir "{programs}"; }}')
            follow(page, shell)
            if status := shell.end():
                sys.exit(f"the shell ended with status {status}")
        finally:
            shell.kill()
        if left := os.listdir(registry):
            sys.exit(f"the registry still has {left}")


main(sys.argv[1])
