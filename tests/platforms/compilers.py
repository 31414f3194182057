#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compilers of this machine read the public headers and a user's program, without a warning.

compilers.py --generated FOLDER [--short] [COMPILER...]

FOLDER is a build folder, whose generated headers are read. --short: the oldest and the newest compiler
of each kind, and all headers at once. Otherwise every compiler, each standard library that it has,
and each header alone. Nothing is linked. An older language than C++17 gets one error that says so.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KNOWN = [f"g++-{n}" for n in range(11, 16)] + [f"clang++-{n}" for n in range(14, 21)]
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Werror"]
STANDARDS = ["c++17", "c++20"]
# They need packages of ROS, which not every machine has.
OF_COMPONENTS = "baton/components/"


def version_of(compiler):
    """(kind, version), or None where it is not installed."""
    try:
        answer = subprocess.run([compiler, "-dumpversion"], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    kind = compiler.partition("-")[0]
    return (kind, int(answer.stdout.split(".")[0])) if answer.returncode == 0 else None


def ends_of(compilers):
    """The oldest and the newest of each kind."""
    kinds = {}
    for name in sorted(compilers, key=version_of):
        kinds.setdefault(version_of(name)[0], []).append(name)
    return [name for found in kinds.values() for name in dict.fromkeys([found[0], found[-1]])]


class Reader:
    """Reads with one compiler and one standard library."""

    def __init__(self, compiler, library, generated, scratch):
        self.name = compiler + (" with libc++" if library else "")
        self.scratch = scratch
        self.command = [compiler, *library, "-fsyntax-only", f"-I{ROOT / 'include'}"]
        for folder in ("generated/include", "interfaces/rosidl_generator_cpp"):
            self.command.append(f"-I{generated / folder}")

    def read(self, source, standard, options=()):
        """What the compiler says."""
        done = subprocess.run(
            [*self.command, f"-std={standard}", *options, str(source)],
            capture_output=True,
            text=True,
        )
        return done.stderr if done.returncode != 0 else ""

    def source(self, name, includes):
        path = self.scratch / name
        path.write_text("".join(f"#include <{each}>\n" for each in includes))
        return path

    def complaints(self, headers, each_alone):
        user = ROOT / "tests/platforms/user.cpp"
        sources = [user, self.source("all.cpp", headers)]
        if each_alone:
            sources += [
                self.source(re.sub(r"\W", "_", header) + ".cpp", [header]) for header in headers
            ]
        for standard in STANDARDS:
            for source in sources:
                if text := self.read(source, standard, WARNINGS):
                    yield f"{source.name} as {standard}: {text}"
        yield from self.complaints_of_older_language(headers)

    def complaints_of_older_language(self, headers):
        text = self.read(self.source("old.cpp", ["baton/baton.hpp"]), "c++14")
        errors = re.findall(r"error: (.*)", text)
        if not errors or "Baton needs C++17" not in errors[0] or len(errors) > 2:
            yield f"C++14 is not refused by one error: {errors[:5]}"


def has_library(compiler, option, scratch):
    probe = scratch / "probe.cpp"
    probe.write_text("#include <functional>\n")
    command = [compiler, option, "-fsyntax-only", str(probe)]
    return subprocess.run(command, capture_output=True).returncode == 0


def public_headers():
    found = sorted((ROOT / "include").rglob("*.hpp"))
    names = [path.relative_to(ROOT / "include").as_posix() for path in found]
    return [name for name in names if not name.startswith(OF_COMPONENTS)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generated", type=pathlib.Path, required=True)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("compilers", nargs="*")
    options = parser.parse_args()
    compilers = options.compilers or [name for name in KNOWN if version_of(name)]
    if not compilers:
        sys.exit(f"none of these compilers is installed: {' '.join(KNOWN)}")
    if options.short:
        compilers = ends_of(compilers)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for compiler in compilers:
            libraries = [[]]
            if compiler.startswith("clang") and has_library(compiler, "-stdlib=libc++", scratch):
                libraries.append(["-stdlib=libc++"])
            for library in libraries:
                reader = Reader(compiler, library, options.generated, scratch)
                found = list(reader.complaints(public_headers(), not options.short))
                print(f"{'no' if found else 'ok'}  {reader.name}", flush=True)
                for text in found:
                    print(text, file=sys.stderr)
                failed = failed or bool(found)
    sys.exit(failed)


if __name__ == "__main__":
    main()
