#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles rclcpp's own unit tests against Baton's build tree, runs them and prints a table.

    tests/ecosystem/rclcpp_tests/run.py [--build build/dev] [--syntax] [name of a test file ...]

The sources come from a folder, ROS_SOURCES, in which `rclcpp` is a checkout of ros2/rclcpp (branch
jazzy) and `rcl_interfaces` one of ros2/rcl_interfaces, whose test_msgs has fixtures. `left_out.txt`
says what is left out, with the reason of each: whole files, single cases, and words that mark a case.
A case is one TEST, TEST_F, TEST_P or TYPED_TEST of the source; it passes when all its instances pass.
Exit status 1 when a case fails that `known_failures.txt` does not list.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE))
from left_out import Case, LeftOut, cases_of, helpers_of, without  # noqa: E402
from gtest_run import run_cases  # noqa: E402

LIMIT_SECONDS = 300
# Some tests are written in the namespace itself.
RCLCPP_IS_AN_ALIAS = "namespace rclcpp = baton" in (
    ROOT / "compat/rclcpp/include/rclcpp/detail/namespace.hpp").read_text(encoding="utf-8")
# The interfaces that the tests name; each is a library of the build tree.
PACKAGES = ["std_msgs", "std_srvs", "test_msgs"]


def compiler_call(build: pathlib.Path) -> list[str]:
    """The call that compiles a user of compat/ in this build tree, without its file and its -O."""
    with open(build / "compile_commands.json", encoding="utf-8") as file:
        entries = json.load(file)
    command = next(e["command"] for e in entries if e["file"].endswith("tests/compat/wait_sets.cpp"))
    words = shlex.split(command)
    words = words[: words.index("-o")]
    left = ("-O", "-g", "-W", "-I" + str(ROOT / "src"), "-fvisibility", "-D_GLIBCXX_ASSERTIONS")
    return [w for w in words if not w.startswith(left)] + ["-O0", "-w", "-fmax-errors=0"]

# Where the parts of the package go, so that the paths between them stay what they are.
TARGETS = {"test": "source", "src": "src"}
MORE_SOURCES = {"executors/test_executors.cpp": ["test_waitable.cpp"],
                "executors/test_executors_busy_waiting.cpp": ["test_waitable.cpp"]}


def write(path: pathlib.Path, text: str) -> None:
    """Keeps a file as old as it is if its text is the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


class Tests:
    def __init__(self, build: pathlib.Path, sources: pathlib.Path, syntax: bool):
        self.build = build
        self.tests = sources / "rclcpp" / "rclcpp" / "test"
        self.work = build / "ecosystem" / "rclcpp_tests"
        self.work.mkdir(parents=True, exist_ok=True)
        self.call = compiler_call(build)
        self.syntax = syntax
        self.left_out = LeftOut(HERE / "left_out.txt")
        self.copy_headers()
        self.messages: list[str] = []
        self.message_objects: list[pathlib.Path] = []
        self.make_messages()

    def copy_headers(self) -> None:
        """The tests' own headers, beside the sources as they are written."""
        package = self.tests.parent
        for header in [*self.tests.rglob("*.hpp"), *self.tests.rglob("test_waitable.cpp"),
                       *(package / "src" / "rclcpp").glob("*_names.hpp")]:
            text = header.read_text(encoding="utf-8")
            if RCLCPP_IS_AN_ALIAS:
                text = re.sub(r"^namespace rclcpp$", "namespace baton", text, flags=re.M)
            write(self.work / TARGETS.get(header.relative_to(package).parts[0]) /
                  header.relative_to(package / header.relative_to(package).parts[0]), text)

    def make_messages(self) -> None:
        """The messages of rclcpp's own tests, which its CMake makes of test/msg."""
        output = self.work / "messages"
        output.mkdir(exist_ok=True)
        definitions = [str(f) for f in sorted((self.tests / "msg").glob("*.msg"))]
        if not definitions:
            return
        subprocess.run(["/usr/bin/python3", "-E", "-s", str(ROOT / "msggen"), "--package", "rclcpp",
                        "--output", str(output), "--stamp", str(output / "stamp"),
                        "--depfile", str(output / "stamp.d"),
                        "--include", f"builtin_interfaces={ROOT / 'interfaces/builtin_interfaces'}",
                        *definitions], check=True)
        self.messages = [f"-I{output}"]
        if self.syntax:
            return
        for source in sorted((output / "rclcpp" / "detail").glob("*.cpp")):
            made = source.with_suffix(".o")
            subprocess.run([*self.call, *self.messages, "-c", str(source), "-o", str(made)],
                           check=True)
            self.message_objects.append(made)

    def files(self) -> list[str]:
        folder = self.tests / "rclcpp"
        return sorted(str(f.relative_to(folder)) for f in folder.rglob("test_*.cpp")
                      if "does_not_compile" not in str(f))

    def prepare(self, name: str, text: str, cases: list[Case], gone: list[Case]) -> pathlib.Path:
        """Writes the test without the cases that are gone."""
        rest = without(text, gone)
        if "mocking_utils::" not in re.sub(r"//[^\n]*", "", rest):
            rest = re.sub(r'#include "[./]*mocking_utils/patch.hpp"', "", rest)
            rest = re.sub(r"^MOCKING_UTILS_\w+\(.*\)$", "", rest, flags=re.M)
        # What a header would declare that is not there is missing where it is used.
        rest = re.sub(r'#include [<"](?:rcl|rmw|rcl_yaml_param_parser)/([\w/.]+)[>"]',
                      self.keep_what_is_there, rest)
        if RCLCPP_IS_AN_ALIAS:
            rest = re.sub(r"^namespace rclcpp$", "namespace baton", rest, flags=re.M)
        target = self.work / "source" / "rclcpp" / name
        write(target, rest)
        return target

    @staticmethod
    def keep_what_is_there(include: re.Match) -> str:
        path = include.group()[len('#include "'):-1]
        folder = ROOT / "compat" / path.split("/", maxsplit=1)[0] / "include"
        return include.group() if (folder / path).is_file() else ""

    def fixtures(self) -> list[str]:
        """Where <test_msgs/message_fixtures.hpp> is, if the sources have rcl_interfaces."""
        folder = self.tests.parents[2] / "rcl_interfaces" / "test_msgs" / "include"
        return [f"-I{folder}"] if folder.is_dir() else []

    def compile(self, name: str, source: pathlib.Path) -> tuple[pathlib.Path | None, str]:
        program = self.work / "bin" / name.replace("/", ".").removesuffix(".cpp")
        program.parent.mkdir(exist_ok=True)
        flags = [f"-I{self.work / 'source'}", f"-I{self.work / 'source' / 'rclcpp'}",
                 *self.fixtures(), *self.messages,
                 f'-DTEST_RESOURCES_DIRECTORY="{self.tests / "resources"}"']
        if self.syntax:
            words = [*self.call, *flags, "-fsyntax-only", str(source)]
        else:
            library = self.build / "lib"
            more = [str(source.parent / file) for file in MORE_SOURCES.get(name, [])]
            more += [str(file) for file in self.message_objects if '"rclcpp/msg/' in source.read_text()]
            links = [f"-l{p}__rosidl_typesupport_cpp" for p in PACKAGES]
            flags += [f"-I/usr/include/{package}" for package in ("rcutils", "rcpputils")]
            words = [*self.call, *flags, str(source), *more, "-o", str(program), f"-L{library}",
                     f"-Wl,-rpath,{library}", *links, "-lbaton", "-lgmock", "-lgtest_main", "-lgtest",
                     "-lrcutils", "-lrcpputils", "-lfmt", "-pthread"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        log = self.work / "logs" / (name.replace("/", ".") + ".compile")
        log.parent.mkdir(exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(done.stderr)
        return (program if done.returncode == 0 else None), done.stderr

    def compile_what_can_be(self, name: str, row: dict, text: str, cases: list[Case],
                            gone: list[Case]) -> pathlib.Path | None:
        """Cases that do not compile are cut out, so that the others of the file run."""
        (self.work / "logs" / (name.replace("/", ".") + ".compile")).unlink(missing_ok=True)
        helpers = helpers_of(text)
        for _ in range(6):
            source = self.prepare(name, text, cases, gone)
            program, errors = self.compile(name, source)
            if program is not None:
                return program
            row["error"] = row["error"] or first_error(errors)
            lines = {int(line) for line in
                     re.findall(re.escape(f"rclcpp/{name}") + r":(\d+)(?::\d+)?: ", errors)}
            hit = [c for c in cases if c not in gone and lines.intersection(c.lines)]
            cut = [] if hit else [h for h in helpers if lines.intersection(h.lines)]
            for helper in cut:
                # With a class the cases go that name it.
                name_of = re.compile(rf"\b{helper.name}\b")
                helpers.remove(helper)
                hit += [c for c in cases if c not in gone and name_of.search(text[c.begin:c.end])]
            if not hit and not cut:
                return None
            for case in hit:
                row["failed"][case.name] = "does not compile"
            gone.extend([*hit, *cut])
            gone.sort(key=lambda case: case.begin)
        return None

    def one(self, name: str) -> dict:
        text = (self.tests / "rclcpp" / name).read_text(encoding="utf-8")
        cases = cases_of(text)
        reasons = {c.name: self.left_out.reason(name, c.name, text[c.begin:c.end]) for c in cases}
        gone = [c for c in cases if reasons[c.name]]
        row = {"file": name, "gone": {n: r for n, r in reasons.items() if r},
               "passed": [], "failed": {}, "error": ""}
        if len(gone) == len(cases):
            return row
        program = self.compile_what_can_be(name, row, text, cases, gone)
        left = [c.name for c in cases if c not in gone]
        if program is None:
            row["failed"].update({case: "does not compile" for case in left})
        elif self.syntax:
            row["passed"] = left
        else:
            log = self.work / "logs" / (name.replace("/", ".") + ".run")
            verdicts = run_cases(program, left, log, LIMIT_SECONDS)
            for case in left:
                verdict = verdicts.get(case, "did not run")
                if verdict == "passed":
                    row["passed"].append(case)
                elif verdict == "skipped":
                    row["gone"][case] = "rclcpp itself skips it"
                else:
                    row["failed"][case] = verdict
        return row


def first_error(errors: str) -> str:
    return next((e for e in errors.splitlines() if "error" in e or "undefined" in e), "does not link")


def print_row(row: dict) -> None:
    counts = (len(row["passed"]), len(row["failed"]), len(row["gone"]))
    print(f"{row['file']:64} {counts[0]:4} {counts[1]:4} {counts[2]:4}", flush=True)
    if row["error"]:
        print(f"    {row['error'][:300]}")
    for case, verdict in row["failed"].items():
        print(f"    {case}: {verdict}")


def print_sums(rows: list[dict]) -> None:
    passed = sum(len(r["passed"]) for r in rows)
    failed = sum(len(r["failed"]) for r in rows)
    reasons: dict[str, int] = {}
    for row in rows:
        for reason in row["gone"].values():
            reasons[reason] = reasons.get(reason, 0) + 1
    print(f"\npassed {passed} of {passed + failed} that apply; left out {sum(reasons.values())}:")
    for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"  {count:4}  {reason}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "dev")
    parser.add_argument("--syntax", action="store_true", help="check that they compile, run nothing")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*", help="files below rclcpp/test/rclcpp; none: all")
    arguments = parser.parse_args()
    sources = os.environ.get("ROS_SOURCES")
    if not sources or not (pathlib.Path(sources) / "rclcpp").is_dir():
        print("ROS_SOURCES has to name a folder with a checkout `rclcpp` of ros2/rclcpp")
        return 2
    tests = Tests(arguments.build.resolve(), pathlib.Path(sources).resolve(), arguments.syntax)
    names = [n for n in tests.files() if not arguments.names or n in arguments.names]
    print(f"{'file':64} pass fail left out")
    rows = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for row in pool.map(tests.one, names):
            print_row(row)
            rows.append(row)
    print_sums(rows)
    known = re.findall(r"^(\S+) \| (\S+) \| ", (HERE / "known_failures.txt").read_text(), re.M)
    failed = [(row["file"], case) for row in rows for case in row["failed"]]
    news = [(file, case) for file, case in failed
            if (file, case) not in known and (file, "*") not in known]
    print(f"\nfailed and not listed in known_failures.txt: {len(news)}")
    for file, case in news:
        print(f"  {file} {case}")
    return 1 if news else 0


if __name__ == "__main__":
    sys.exit(main())
