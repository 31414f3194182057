#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds packages of other people as they are, with colcon against an installed Baton, and runs them.

    ecosystem.py --list FOLDER --prefix BATON --colcon COLCON [--sources FOLDER] [--only PACKAGE...]

The folder of the list has `packages.repos` (vcs's format, with commits) and `packages.toml`: `build`, the
packages, and a `[[run]]` for each thing to run (README.md says how). With --sources, or ROS_SOURCES in
the environment, nothing is cloned from the network, neither here nor by a package's CMake. Prints a
table, writes it to WORKSPACE/table.md, and fails if a package is worse off than `fails` of the list says.
"""

import argparse
import os
import pathlib
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "workspace"))

import builder  # noqa: E402
import runner  # noqa: E402
import sources  # noqa: E402
from shell import bare_environment, sourced  # noqa: E402


def build_environment(arguments):
    """As a user has it; only the optimisation and the compiler's cache are chosen for speed."""
    more = {"CXXFLAGS": "-O0", "CFLAGS": "-O0", "DEB_PYTHON_INSTALL_LAYOUT": "deb"}
    more["CMAKE_CXX_COMPILER_LAUNCHER"] = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
    more["COLCON_HOME"] = str(arguments.workspace / "colcon")
    if arguments.sources:
        more.update(sources.git_environment(arguments.sources))
        more["ROS_SOURCES"] = str(arguments.sources)
    return sourced(arguments.prefix / "share/baton/setup.bash", bare_environment(**more))


def check_out_all(arguments):
    """{repository: why it is not there}."""
    lacking = {}
    for repository in sources.read_list(arguments.list / "packages.repos"):
        try:
            sources.check_out(repository, arguments.workspace / "src", arguments.sources)
        except RuntimeError as error:
            lacking[repository.name] = str(error)
    return lacking


def run_all(arguments, entries, outcomes):
    """[(Run, None or what went wrong)] of the runs whose packages are all built."""
    setup = arguments.workspace / "install/setup.bash"
    environment = runner.environment_of(setup, bare_environment())
    programs = runner.Programs(arguments.workspace, environment)
    logs = arguments.workspace / "runs"
    logs.mkdir(exist_ok=True)
    results = []
    for index, entry in enumerate(entries):
        lacking = [
            name
            for name in entry.packages
            if name not in outcomes or outcomes[name].state != builder.BUILT
        ]
        if lacking:
            results.append((entry, f"not run: {', '.join(lacking)} not built"))
        else:
            results.append((entry, runner.run(entry, programs, logs / str(index))))
        print(f"run {entry.command.split()[0]}: {results[-1][1] or 'as expected'}", flush=True)
    return results


def table(wanted, folders, outcomes, results):
    """Rows of (package, repository, state, files, runs)."""
    for name in wanted:
        absent = "was not tried" if name in folders else "is in no repository"
        outcome = outcomes.get(name) or builder.Outcome(builder.WAITED, absent)
        repository = folders[name].parts[folders[name].parts.index("src") + 1] if name in folders else ""
        files = f"{outcome.compiled}/{outcome.files}" if outcome.files else ""
        ran = [why for entry, why in results if name in entry.packages]
        done = [f"`{entry.command.split()[0]}`" for entry, why in results if name in entry.packages and not why]
        wrong = [why for why in ran if why and not why.startswith("not run")]
        says = ", ".join(dict.fromkeys(done + wrong)) if ran else ""
        state = outcome.state if not outcome.why else f"{outcome.state}: {outcome.why}"
        yield name, repository, state, files, says


def print_table(rows, outcomes, wanted, results, path):
    built = sum(outcomes[name].state == builder.BUILT for name in wanted if name in outcomes)
    files = sum(each.files for each in outcomes.values())
    compiled = sum(each.compiled for each in outcomes.values())
    good = sum(why is None for _, why in results)
    lines = [
        f"{built} of {len(wanted)} packages build, {compiled} of {files} files that were tried compile, "
        f"{good} of {len(results)} runs do as expected.",
        "",
        "| package | repository | build | files | runs |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
    text = "\n".join(lines) + "\n"
    path.write_text(text)
    print(text)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--list", type=pathlib.Path, required=True)
    parser.add_argument("--prefix", type=pathlib.Path, required=True)
    parser.add_argument("--workspace", type=pathlib.Path, required=True)
    parser.add_argument("--colcon", required=True)
    parser.add_argument("--sources", type=pathlib.Path, default=os.environ.get("ROS_SOURCES") or None)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    for name in ("list", "prefix", "workspace", "sources"):
        value = getattr(arguments, name)
        if value is not None:
            setattr(arguments, name, pathlib.Path(value).resolve())
    if not (arguments.list / "packages.repos").exists():
        parser.error(f"{arguments.list} has no packages.repos: name the folder of a list with --list")
    return arguments


def main():
    arguments = parse()
    about = tomllib.loads((arguments.list / "packages.toml").read_text())
    entries = [runner.Run(each) for each in about.get("run", [])]
    arguments.workspace.mkdir(parents=True, exist_ok=True)
    for name, why in check_out_all(arguments).items():
        print(f"{name} is not there: {why}", flush=True)
    environment = build_environment(arguments)
    folders = builder.colcon_packages(arguments.colcon, environment, arguments.workspace)
    wanted = arguments.only or about["build"]
    known = [name for name in wanted if name in folders]
    log = arguments.workspace / "build.log"
    print(f"building {len(known)} packages and what they need: {log}", flush=True)
    builder.build(arguments.colcon, environment, arguments.workspace, known, arguments.jobs, log)
    outcomes = builder.outcomes(arguments.workspace)
    builder.explain_waiting(outcomes, folders)
    results = run_all(arguments, entries, outcomes)
    rows = list(table(wanted, folders, outcomes, results))
    print_table(rows, outcomes, wanted, results, arguments.workspace / "table.md")
    expected = set(about.get("fails", []))
    worse = [row[0] for row in rows if not row[2].startswith(builder.BUILT) and row[0] not in expected]
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
