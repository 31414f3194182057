# SPDX-License-Identifier: Apache-2.0
"""One `colcon build` of the packages of a list, and what came of each, read from colcon's log."""

import pathlib
import re
import subprocess

BUILT, FAILED, WAITED = "builds", "fails", "waits"


class Outcome:
    """What came of one package: `state`, `why` it did not build, and how many of its files compiled."""

    def __init__(self, state, why="", compiled=0, files=0):
        self.state, self.why, self.compiled, self.files = state, why, compiled, files


def colcon_packages(colcon, environment, workspace):
    """{package: folder} of the workspace."""
    listed = subprocess.run(
        [colcon, "list", "--base-paths", "src"],
        cwd=workspace,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    rows = (line.split("\t") for line in listed.stdout.splitlines())
    return {row[0]: workspace / row[1] for row in rows}


def build(colcon, environment, workspace, packages, jobs, log):
    """Builds the packages and what they need; a package that fails stops only those that need it."""
    environment = dict(environment, MAKEFLAGS=f"-k -j{jobs}")
    command = [colcon, "build", "--executor", "sequential", "--continue-on-error"]
    command += ["--base-paths", "src", "--event-handlers", "console_direct+"]
    command += ["--packages-up-to", *packages, "--cmake-args", "-DCMAKE_BUILD_TYPE="]
    with open(log, "w") as output:
        subprocess.run(
            command,
            cwd=workspace,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )


def _cause(text):
    """The error that stopped a package, in one line."""
    cmake = re.search(r"CMake Error.*?\n((?:.*\n){0,12})", text)
    compiler = re.search(r"(\S+?):\d+(?::\d+)?: (?:fatal )?error: (.*)", text)
    if compiler:
        return f"{pathlib.Path(compiler[1]).name}: {compiler[2].strip()}"
    if cmake:
        lines = (line.strip() for line in cmake[1].splitlines())
        return next((f"CMake: {line}" for line in lines if line), "CMake")
    linker = re.search(r"undefined reference to .*|.*No rule to make target.*", text)
    return linker[0].strip() if linker else "see the log"


def _files(text):
    """How many object files were begun, and how many failed."""
    begun = set(re.findall(r"Building C\S* object (\S+\.o)", text))
    failed = set(re.findall(r"\*\*\* \[\S+: (\S+\.o)\] Error", text))
    return len(begun), len(begun & failed)


def outcomes(workspace):
    """{package: Outcome} of the last build of the workspace."""
    log = pathlib.Path(workspace) / "log/latest_build"
    events = (log / "events.log").read_text()
    found = {}
    for name, status in re.findall(r"\((\S+)\) JobEnded: \{'identifier': '[^']*', 'rc': (-?\d+|'\w+')", events):
        stream = log / name / "stdout_stderr.log"
        text = stream.read_text(errors="replace") if stream.exists() else ""
        begun, failed = _files(text)
        state, why = (BUILT, "") if status == "0" else (FAILED, _cause(text))
        found[name] = Outcome(state, why, begun - failed, begun)
    for name in re.findall(r"\((\S+)\) JobSkipped", events):
        found.setdefault(name, Outcome(WAITED))
    return found


def dependencies(folder):
    """Names that a package.xml depends on."""
    text = (pathlib.Path(folder) / "package.xml").read_text(errors="replace")
    return set(re.findall(r"<(?:\w+_)?depend\b[^>]*>\s*([\w-]+)", text))


def explain_waiting(found, folders):
    """Says of each package that was not tried which failed packages it waits for."""

    def causes(name, seen):
        if name in seen or name not in found:
            return set()
        seen.add(name)
        if found[name].state == FAILED:
            return {name}
        if found[name].state == BUILT:
            return set()
        return set().union(*(causes(each, seen) for each in dependencies(folders[name])), set())

    for name, outcome in found.items():
        if outcome.state == WAITED:
            outcome.why = "needs " + ", ".join(sorted(causes(name, set())) or ["what failed"])
