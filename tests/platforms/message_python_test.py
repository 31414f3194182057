#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Which Python cmake/BatonMessagesPython.cmake chooses for the generator of messages.

The Pythons are scripts of the test's own, so that it does not matter what is installed.
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = f"""
cmake_minimum_required(VERSION 3.22)
set_property(GLOBAL PROPERTY BATON_MSGGEN /the/generator)
include({ROOT}/cmake/BatonMessagesPython.cmake)
_baton_find_python()
get_property(command GLOBAL PROPERTY BATON_MSGGEN_COMMAND)
list(JOIN command " " command)
message(STATUS "command: ${{command}}")
"""


class MessagePython(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "find.cmake").write_text(SCRIPT)

    def program(self, name, body):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    def bare_python(self, name="bare"):
        """A Python that has its standard library only, and what PYTHONPATH names."""
        return self.program(name, f'exec {shlex.quote(sys.executable)} -S "$@"')

    def parser(self, name):
        """A folder with something that can be imported as ROS's parser."""
        folder = self.folder / name
        for package in ("lark", "rosidl_parser"):
            (folder / package).mkdir(parents=True)
            (folder / package / "__init__.py").touch()
        (folder / "rosidl_parser" / "parser.py").touch()
        return folder

    def python_with_parser(self, name="full"):
        paths = [*sys.path, str(self.parser("own"))]
        code = f"import sys; sys.path[:] = {paths!r}; exec(sys.argv[sys.argv.index('-c', 1) + 1])"
        return self.program(name, f'exec {shlex.quote(sys.executable)} -S -c {shlex.quote(code)} "$@"')

    def find(self, *pythons, **variables):
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        return subprocess.run(
            [
                "cmake",
                f"-DBATON_MSGGEN_PYTHON={';'.join(map(str, pythons))}",
                "-P",
                self.folder / "find.cmake",
            ],
            env=environment | variables,
            cwd=self.folder,
            capture_output=True,
            text=True,
        )

    def command(self, *pythons, **variables):
        done = self.find(*pythons, **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.partition("command: ")[2].split()

    def test_any_python_will_do(self):
        python = self.bare_python()
        found = self.command(python)
        self.assertEqual((found[0], found[-1]), (str(python), "/the/generator"))

    def test_without_a_name_one_is_found(self):
        found = self.command()
        self.assertTrue(found[0].endswith("/python3"), found)
        self.assertIn("/the/generator", found)

    def test_one_with_ros_parser_is_preferred(self):
        bare, full = self.bare_python(), self.python_with_parser()
        self.assertEqual(self.command(bare, full)[0], str(full))
        self.assertEqual(self.command(full, bare)[0], str(full))
        self.assertEqual(self.command(bare, self.bare_python("other"))[0], str(bare))

    def test_the_generator_is_told_of_a_parser_in_pythonpath(self):
        folder = self.parser("of ros")
        done = self.find(self.bare_python(), PYTHONPATH=f"/nowhere:{folder}/")
        self.assertTrue(done.stdout.endswith(f"/the/generator --python-path={folder}\n"), done.stdout)

    def test_a_parser_of_the_python_itself_needs_no_option(self):
        self.assertEqual(self.command(self.python_with_parser())[-1], "/the/generator")

    def test_an_old_python_is_passed_over(self):
        old, python = self.program("old", "exit 1"), self.bare_python()
        self.assertEqual(self.command(old, self.folder / "missing", python)[0], str(python))

    def test_the_error_says_what_was_tried_and_the_cure(self):
        old = self.program("old", "exit 1")
        done = self.find(old)
        self.assertEqual(done.returncode, 1)
        text = " ".join(done.stderr.split())
        self.assertIn(f"Python 3.10 or newer, and there is none (tried: {old})", text)
        self.assertIn("apt-get install python3, or set BATON_MSGGEN_PYTHON", text)


if __name__ == "__main__":
    unittest.main()
