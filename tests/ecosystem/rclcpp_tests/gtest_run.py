# SPDX-License-Identifier: Apache-2.0
"""Runs a program of googletest to its end, whatever single cases do to it."""

import os
import pathlib
import re
import signal
import subprocess

# Anywhere in a line: what a case writes may stand before it.
_LINE = re.compile(r"\[ (RUN     |      OK| SKIPPED| FAILED ) \] (\w[\w/<>:]*\.[\w/<>]+)")


def _plain(name: str, cases: list[str]) -> str:
    """`Suite.Case` of `Instance/Suite.Case/0` and of `Suite/Type.Case`."""
    suite, case = name.split(".", 1)
    names = [f"{part}.{case.split('/')[0]}" for part in suite.split("/")]
    return next((plain for plain in names if plain in cases), name)


def _one_run(program: pathlib.Path, without: list[str], limit: float) -> tuple[str, int | None]:
    words = [str(program), f"--gtest_filter=*-{':'.join(without)}" if without else "--gtest_filter=*"]
    # A group of its own: what a case leaves behind ends with it.
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=limit)
            return output, process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return output, None


def run_cases(program: pathlib.Path, cases: list[str], log: pathlib.Path,
              limit: float) -> dict[str, str]:
    """{case: verdict}. A case that ends the program, or is not over in time, is left out and the
    program started again."""
    ended: dict[str, str] = {}
    log.write_text("", encoding="utf-8")
    while True:
        output, status = _one_run(program, list(ended), limit)
        with log.open("a", encoding="utf-8") as file:
            file.write(output)
        running = None
        for kind, name in _LINE.findall(output):
            if kind.startswith("RUN"):
                running = name
            elif name == running:
                word = kind.strip()
                ended[name] = "passed" if word == "OK" else word.lower()
                running = None
        if running is None:
            break
        ended[running] = "not over in time" if status is None else f"ended the program ({status})"
    verdicts: dict[str, str] = {}
    for name, verdict in ended.items():
        plain = _plain(name, cases)
        if verdicts.get(plain, "passed") == "passed":
            verdicts[plain] = verdict
    return verdicts
