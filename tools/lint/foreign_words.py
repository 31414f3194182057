#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The repository knows no machine but the reader's: no paths of one machine, no registry hosts."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lint_support import Finding, files, run, text_of

RULES = [
    (r"(?<![\w.$}])/(?:work|root)(?:/|\b)(?!-)", "a path of one machine"),
    (r"(?<![\w.])/home/\w+/", "a path of one machine"),
    (r"/tmp/(?:bash_jobs|build-|brief)", "a path of one machine"),
    (r"(?i)https?://[\w.-]*(?:registry|artifact|mirror|proxy|pypi|pythonhosted)", "a registry"),
    (r"(?i)https?://(?:[\w-]+\.)*(?:debian\.org|crates\.io|npmjs\.org)\b", "a registry"),
    (r"https?://(?!127\.)\d+\.\d+\.\d+\.\d+", "a host by its number"),
    (r"--(?:extra-)?index-url|--find-links|--trusted-host", "the user configures pip, not we"),
]


def check(root):
    this = pathlib.Path(__file__).resolve()
    for path in files(root):
        # This file names what it forbids.
        if path.resolve() == this:
            continue
        for number, line in enumerate(text_of(path).splitlines(), 1):
            for pattern, message in RULES:
                match = re.search(pattern, line)
                if match:
                    yield Finding(path, number, f"{message}: {match[0]}")


run(
    check,
    [
        {
            "a.md": "see /wo" "rk/main CANARY\nin /ro" "ot/x CANARY\na framework/root name\n"
            "https://github.com/x/y\nhttps://py" "pi.org/simple CANARY\n"
            "http://d" "eb.de" "bian.org/debian CANARY\n"
            "/home/me/baton CANARY\nroot/work\nhttp://10.1.2.3/ CANARY\n${prefix}/root\n",
            "python/requirements.lock": "--index-url https://x CANARY\nrich==13.0.0\n",
        }
    ],
)
