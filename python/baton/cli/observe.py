# SPDX-License-Identifier: Apache-2.0
"""The observer: a program that reads publishers' memory and does not take part."""

import json
import subprocess
from collections.abc import Iterator

from baton.cli.commands import CommandError
from baton.programs import find_program

PROGRAM = "baton-observe"


def observer() -> str | None:
    return find_program(PROGRAM)


def command(topics: list[str], extra: list[str]) -> list[str]:
    program = observer()
    if program is None:
        raise CommandError(
            f"the program {PROGRAM}, which reads publishers' memory, is not there: source "
            "Baton's share/baton/setup.bash, or put the folder with its programs into PATH"
        )
    chosen = [text for topic in topics for text in ("--topic", topic)]
    return [program, *extra, *chosen]


def looks(topics: list[str], extra: list[str]) -> Iterator[dict]:
    """One dictionary after the other, at the observer's pace. Blocks between them."""
    with subprocess.Popen(command(topics, extra), stdout=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stdout:
                yield json.loads(line)
        finally:
            process.terminate()
    if process.returncode not in (0, -15):
        raise CommandError(f"{PROGRAM} ended with status {process.returncode}")


def look_once(topics: list[str]) -> dict:
    for one in looks(topics, ["--count", "1"]):
        return one
    return {}
