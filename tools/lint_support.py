# SPDX-License-Identifier: Apache-2.0
"""What the lints in tools/lint share: the files, the report, the self-test.

A lint is an executable tools/lint/<name>.py that ends in `run(check, canaries)`. `check(root)`
yields findings for the tree below `root`. Run without arguments it reports what it finds in the
repository, `<file>:<line>: <message>`, exit status 1. With --self-test it runs on its canaries:
small trees in which it must find exactly the lines that carry the word CANARY, and no other.

One line is excused by a comment on it or on the line above: `lint-ok: <name>: <reason>`.
"""

import dataclasses
import pathlib
import re
import sys
import tempfile
import typing

SKIPPED_FOLDERS = {".git", ".venv", "build", "results", "__pycache__", ".cache", ".pytest_cache"}
CPP = {".hpp", ".cpp", ".h"}


@dataclasses.dataclass(frozen=True)
class Finding:
    path: pathlib.Path
    line: int
    message: str


Check = typing.Callable[[pathlib.Path], typing.Iterator[Finding]]
# A tree of files: path -> text. Each line with the word CANARY must be reported, no other may be.
Canary = dict[str, str]


def files(root: pathlib.Path, *folders: str) -> typing.Iterator[pathlib.Path]:
    """The files below root, or below these folders of it, without what is built or fetched."""
    for top in [root / folder for folder in folders] or [root]:
        if not top.is_dir():
            continue
        for path in sorted(top.iterdir()):
            # Git's own is a file in a worktree.
            if path.is_symlink() or path.name in SKIPPED_FOLDERS:
                continue
            if path.is_dir():
                if not path.name.endswith(".egg-info"):
                    yield from files(path)
            else:
                yield path


def cpp_files(root: pathlib.Path, *folders: str) -> typing.Iterator[pathlib.Path]:
    return (path for path in files(root, *folders) if path.suffix in CPP)


def text_of(path: pathlib.Path) -> str:
    """The text of a file; nothing for a binary one or none."""
    if not path.is_file():
        return ""
    data = path.read_bytes()
    return "" if b"\0" in data else data.decode("utf-8", errors="replace")


def is_test(path: pathlib.Path) -> bool:
    return (
        path.stem.endswith("_test")
        or path.stem.startswith("test_")
        or path.name == "conftest.py"
        or "tests" in path.parts
        or "testing" in path.parts
    )


def table_below(text: str, first_cell: str) -> list[list[str]] | None:
    """Rows of the first Markdown table whose head begins with this cell; None without one."""
    rows: list[list[str]] | None = None
    for line in text.splitlines():
        is_row = line.lstrip().startswith("|")
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if is_row else []
        if rows is None:
            if cells and cells[0].strip("*` ").lower() == first_cell:
                rows = []
        elif not is_row:
            return rows
        elif not all(set(cell) <= set("-: ") for cell in cells):
            rows.append(cells)
    return rows


def code_only(line: str) -> str:
    """A C++ line without its comment and the contents of its strings."""
    line = re.sub(r'"(\\.|[^"\\])*"', '""', line)
    return re.sub(r"//.*", "", line)


def _excused(finding: Finding, lint: str, root: pathlib.Path) -> bool:
    lines = text_of(root / finding.path).splitlines()
    near = lines[max(finding.line - 2, 0) : finding.line]
    return any(re.search(rf"lint-ok: {lint}: \S", line) for line in near)


def _findings(check: Check, root: pathlib.Path, lint: str) -> list[Finding]:
    found = (
        dataclasses.replace(
            f, path=f.path.relative_to(root) if f.path.is_absolute() else f.path
        )
        for f in check(root)
    )
    return sorted(
        {f for f in found if not _excused(f, lint, root)}, key=lambda f: (str(f.path), f.line)
    )


def _self_test(check: Check, canaries: list[Canary], lint: str) -> bool:
    good = True
    for canary in canaries:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            expected = set()
            for name, text in canary.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                lines = enumerate(text.splitlines(), 1)
                expected |= {(name, number) for number, line in lines if "CANARY" in line}
            found = {(str(f.path), f.line): f.message for f in _findings(check, root, lint)}
        for name, line in sorted(expected - set(found)):
            print(f"{lint}: did not notice its canary {name}:{line}: {canary[name]!r}")
            good = False
        for (name, line), message in sorted(found.items()):
            if (name, line) not in expected:
                print(f"{lint}: false alarm at {name}:{line}: {message}: {canary.get(name)!r}")
                good = False
    if not any("CANARY" in text for canary in canaries for text in canary.values()):
        print(f"{lint}: has no canary")
        good = False
    return good


def run(check: Check, canaries: list[Canary]) -> typing.NoReturn:
    script = pathlib.Path(sys.argv[0]).resolve()
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(0 if _self_test(check, canaries, script.stem) else 1)
    if sys.argv[1:]:
        sys.exit(f"usage: {script.name} [--self-test]")
    root = script.parents[2]
    found = _findings(check, root, script.stem)
    for f in found:
        print(f"{f.path}:{f.line}: {f.message} [{script.stem}]")
    sys.exit(1 if found else 0)
