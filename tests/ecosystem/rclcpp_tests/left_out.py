# SPDX-License-Identifier: Apache-2.0
"""What of rclcpp's tests is left out: the committed list, and a source without these cases."""

import dataclasses
import pathlib
import re

_CASE = re.compile(r"^[ \t]*(?:TEST|TEST_F|TEST_P|TYPED_TEST)\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)
_SKIPPED = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


class LeftOut:
    """Lines of left_out.txt: `file | case | reason`. `*` is every file or case; a case in slashes is
    a pattern, and every case whose source matches it is left out."""

    def __init__(self, path: pathlib.Path):
        self.rules: list[tuple[str, str, str]] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                file, case, reason = (part.strip() for part in line.split(" | "))
                self.rules.append((file, case, reason))

    def reason(self, name: str, case: str, body: str) -> str | None:
        for file, rule, reason in self.rules:
            if file not in ("*", name):
                continue
            if rule in ("*", case):
                return reason
            if rule.startswith("/") and re.search(rule.strip("/"), body):
                return reason
        return None


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    begin: int
    end: int
    lines: range


def _end_of_body(blanked: str, begin: int) -> int:
    depth = 0
    for at in range(blanked.index("{", begin), len(blanked)):
        if blanked[at] == "{":
            depth += 1
        elif blanked[at] == "}":
            depth -= 1
            if depth == 0:
                return at + 1
    raise ValueError("a case without its end")


def cases_of(text: str) -> list[Case]:
    # Braces in comments and literals do not count.
    blanked = _SKIPPED.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    found = []
    for match in _CASE.finditer(blanked):
        end = _end_of_body(blanked, match.end())
        begin = text.index(match.group().lstrip(), match.start())
        first = text.count("\n", 0, begin) + 1
        lines = range(first, first + text.count("\n", begin, end) + 1)
        found.append(Case(f"{match.group(1)}.{match.group(2)}", begin, end, lines))
    return found


_HELPER = re.compile(r"^(?:template\s*<[^>]*>\s*)?(?:class|struct)\s+(\w+)[^;{(]*\{", re.M)


def helpers_of(text: str) -> list[Case]:
    """Classes beside the cases, as far as they are no fixtures with a case of their own."""
    blanked = _SKIPPED.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    found = []
    for match in _HELPER.finditer(blanked):
        end = blanked.index(";", _end_of_body(blanked, match.start())) + 1
        first = text.count("\n", 0, match.start()) + 1
        lines = range(first, first + text.count("\n", match.start(), end) + 1)
        found.append(Case(match.group(1), match.start(), end, lines))
    return found


def without(text: str, gone: list[Case]) -> str:
    """Lines keep their numbers."""
    for case in reversed(gone):
        blank = "\n" * text.count("\n", case.begin, case.end)
        text = text[:case.begin] + blank + text[case.end:]
    return text
