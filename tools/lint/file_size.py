#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A file has one idea and a function fits on a screen: at most 500 lines, and at most 60.

That holds for product code: src, include, perf, compat, python, msggen, tools and cmake, without tests and
what is generated. A C++ function is what stands in braces behind a parameter list, outside of other
functions; a lambda counts as part of the function that it is written in.
"""

import ast
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import CPP, Finding, code_only, files, is_test, run, text_of

PRODUCT = ("src", "include", "perf", "compat", "python", "msggen", "tools", "cmake")
CODE = CPP | {".py", ".cmake", ".sh", ".in"}
MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
SCOPE = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b")
# What also stands before a function: `extern "C"`, `struct X` as the type that it returns.
RETURNS = re.compile(r"\b(class|struct|union|enum)\s+[\w:]+[\s&*]+(?=[\w:~]+\s*$)")
ATTRIBUTE = re.compile(r"__attribute__\s*\(\(.*?\)\)")
TEXT = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)


def is_product(path):
    return (
        (path.suffix in CODE or path.name == "CMakeLists.txt")
        and not is_test(path)
        and not path.stem.endswith(("_fuzz", "_bench"))
        and "golden" not in path.parts
    )


def without_raw_strings(text):
    return TEXT.sub(lambda match: '""' + "\n" * match[0].count("\n"), text)


def without_template_heads(statement):
    """without `template <...>`, whose parameters may be classes and lists of their own"""
    while match := re.search(r"\btemplate\s*<", statement):
        depth, end = 1, match.end()
        while depth and end < len(statement):
            depth += {"<": 1, ">": -1}.get(statement[end], 0)
            end += 1
        statement = statement[: match.start()] + statement[end:]
    return statement


def opens_scope(statement):
    """whether the brace behind it is that of a namespace or a class"""
    statement = ATTRIBUTE.sub("", without_template_heads(statement))
    head, parenthesis, _ = statement.partition("(")
    return SCOPE.search(RETURNS.sub("", head) if parenthesis else head)


def cpp_functions(text):
    """(first line, number of lines) of each function that is in no other one"""
    statement, first, parentheses = "", 0, 0
    blocks = []  # of each open brace: the first line of its function, or None for a scope, 0 for the rest
    for number, line in enumerate(without_raw_strings(text).splitlines(), 1):
        code = re.sub(r"'(\\.|[^'\\])'", "0", code_only(line))
        if code.lstrip().startswith("#"):
            continue
        for character in code:
            if character in "{};" and (parentheses == 0 or blocks and blocks[-1] == 0):
                if character == "{":
                    inside = any(block is not None for block in blocks)
                    is_scope = opens_scope(statement)
                    is_function = "(" in statement and not inside
                    blocks.append(None if is_scope and not inside else first if is_function else 0)
                elif character == "}" and blocks:
                    if start := blocks.pop():
                        yield start, number - start + 1
                statement = ""
                continue
            if character in "()":
                parentheses = max(0, parentheses + (1 if character == "(" else -1))
            if not statement.strip():
                first = number
            statement += character
        statement += " "


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno - node.lineno + 1


def check(root):
    for path in files(root, *PRODUCT):
        if not is_product(path):
            continue
        text = text_of(path)
        lines = text.count("\n")
        if lines > MAX_FILE_LINES:
            yield Finding(
                path, 1, f"{lines} lines, {MAX_FILE_LINES} are the most: cut it by its ideas"
            )
        functions = ()
        if path.suffix in CPP:
            functions = cpp_functions(text)
        elif path.suffix == ".py":
            functions = python_functions(text)
        for number, size in functions:
            if size > MAX_FUNCTION_LINES:
                yield Finding(
                    path, number, f"a function of {size} lines, {MAX_FUNCTION_LINES} are the most"
                )


def cpp_function(lines, head="void f(int a) {"):
    return head + "\n" + "  g();\n" * (lines - 2) + "}\n"


LONG = "int a;\n" * 500
run(
    check,
    [
        {
            "src/long.cpp": "int a;  // CANARY\n" + LONG,
            "src/whole.cpp": LONG,
            "src/long_test.cpp": "int a;\n" + LONG,
            "src/testing/long.cpp": "int a;\n" + LONG,
            "tests/long.cpp": "int a;\n" + LONG,
            "msggen/tests/golden/long.hpp": "int a;\n" + LONG,
            "cmake/long.cmake": "# CANARY\n" + LONG,
            "notes/long.md": LONG * 2,
        },
        {
            "src/short.cpp": cpp_function(60),
            "src/long.cpp": cpp_function(61, "void f(int a) {  // CANARY"),
            "src/many.cpp": "namespace n {\n" + cpp_function(40) * 3 + "}\n",
            "src/nested.cpp": "namespace n {\nclass A {\n"
            + cpp_function(61, "int f(std::string b = {}) const {  // CANARY")
            + "};\n}\n",
            "src/template.cpp": cpp_function(
                61, "template <class T, template <class> class L> void f(T a) {  // CANARY"
            ),
            "src/returns.cpp": cpp_function(61, "struct tm f(int a) {  // CANARY")
            + cpp_function(61, "const struct n::A& A::g() {  // CANARY"),
            "src/template_class.cpp": "template <class T>\nclass alignas(64) A : B<f(1)> {\n"
            + cpp_function(40) * 3
            + "};\nstruct A f(int a);\nextern \"C\" {\n"
            + cpp_function(40) * 3
            + "}\n",
            "src/lambda.cpp": cpp_function(30)
            + "void g() {  // CANARY\n  h([] {\n"
            + "    i();\n" * 60
            + "  });\n}\n",
            "src/table.cpp": "int table[] = {\n" + "    f(1), '{',\n" * 80 + "};\n" + cpp_function(20),
            "src/text.cpp": 'const char* t = R"(\n' + "{\n" * 80 + ')";\n' + cpp_function(20),
        },
        {
            "python/long.py": "def f():  # CANARY\n" + "    g()\n" * 60,
            "python/short.py": "def f():\n" + "    g()\n" * 59,
        },
    ],
)
