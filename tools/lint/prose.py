#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Comments and documents name their subject: a publisher, a waiting thread, a peer, a caller.

The words below hide it ("Prose" in CONTRIBUTING.md). Markdown outside of code is looked through,
and comments and docstrings. Backticks and double quotes hold a name or a text: they are skipped.
"""

import ast
import io
import pathlib
import re
import sys
import tokenize

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import CPP, Finding, files, run, text_of

WORDS = re.compile(
    r"\b(who|whom|whoever|(?:no|some|any|every)body|(?:some|any|every)one|but\s+for)\b", re.I
)
QUOTED = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"")

# A string comes before a comment's mark: one that stands inside it begins no comment.
SLASHES = re.compile(
    r'R"(?P<raw>[^(\s]*)\([\s\S]*?\)(?P=raw)"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\''
    r"|(?P<comment>//[^\n]*|/\*[\s\S]*?\*/)"
)
HASH = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\'\n]*\'|(?P<comment>(?<![^\s;])#[^\n]*)')
FENCED = re.compile(r"^(?P<fence> *(?:```+|~~~+))[^\n]*\n[\s\S]*?^(?P=fence)", re.M)
# At the beginning of a comment's lines: without them a sentence reads on across lines.
MARKS = re.compile(r"^[\0 \t]*(?://[/!]?|/\*+|\*(?!/)|#+)<?", re.M)

HASH_SUFFIXES = {".cmake", ".in", ".supp", ".toml", ".yaml", ".yml", ".msg", ".srv", ".action"}
HASH_NAMES = {"CMakeLists.txt", "Makefile", "packages.txt"}


def blank(text):
    """As long, and nothing that a sentence could read across."""
    return re.sub(r"[^\n]", "\0", text)


def comments(text, pattern):
    parts, end = [], 0
    for match in pattern.finditer(text):
        if match["comment"]:
            parts += [blank(text[end : match.start()]), match[0]]
            end = match.end()
    return "".join(parts) + blank(text[end:])


def python_comments(text):
    """Comments, and strings that are statements: docstrings."""
    lines = text.splitlines(keepends=True)
    kept = [blank(line) for line in lines]
    statements = {
        node.value.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and token.start[0] in statements
        if token.type != tokenize.COMMENT and not is_docstring:
            continue
        marks = 3 if token.string.endswith(('"""', "'''")) else 0
        for row in range(token.start[0], token.end[0] + 1):
            begin = token.start[1] + marks if row == token.start[0] else 0
            end = token.end[1] - marks if row == token.end[0] else len(lines[row - 1])
            line = kept[row - 1]
            kept[row - 1] = line[:begin] + lines[row - 1][begin:end] + line[end:]
    return "".join(kept)


def prose(path, text):
    """The text's sentences, each on its own lines, and nothing else."""
    program = text.partition("\n")[0] if text.startswith("#!") else ""
    if path.suffix == ".md":
        return FENCED.sub(lambda match: blank(match[0]), text)
    if path.suffix in CPP | {".c", ".pml", ".pmh"}:
        return MARKS.sub("", comments(text, SLASHES))
    if path.suffix == ".py" or "python" in program:
        return MARKS.sub("", python_comments(text))
    if path.suffix in HASH_SUFFIXES or path.name in HASH_NAMES or program.endswith("sh"):
        return MARKS.sub("", comments(text, HASH))
    return ""


def check(root):
    this = pathlib.Path(__file__).resolve()
    for path in files(root):
        if path.resolve() == this:
            continue
        text = QUOTED.sub(lambda match: blank(match[0]), prose(path, text_of(path)))
        for match in WORDS.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            word = " ".join(match[0].split())
            yield Finding(path, line, f"'{word}' hides the subject, see Prose in CONTRIBUTING.md")


MARKDOWN = """Whoever asks CANARY
`who` and "nobody"
```
say who
```
CANARY all but
for the first
but only for one
"""
SOURCE = """int who;  // nobody CANARY
/// CANARY all but
/// for one
text("// who");  // a publisher
char who = '"';  // everyone CANARY
R"(
// who
)";
int a = 1'000;  // somebody CANARY
int b = 2'000;  ///< CANARY but
                ///< for one
int but;
int c = but /* for
             * everybody CANARY */;
"""
SCRIPT = """#!/usr/bin/python3
'''Who CANARY'''
who = "nobody"  # anyone CANARY
def f():
    '''One

    anybody CANARY
    '''
    return "# who"
"""

run(
    check,
    [
        {
            "a.md": MARKDOWN,
            "a.cpp": SOURCE,
            "a.pml": "/* of CANARY somebody\n   and whom CANARY */\n",
            "a.py": SCRIPT,
            "program": SCRIPT,
            "CMakeLists.txt": 'set(WHO "# who")  # who CANARY\nmessage("nobody")\n',
            "a.sh": "#!/bin/sh\necho 'who' ${#who}  # someone CANARY\n",
        }
    ],
)
