# SPDX-License-Identifier: Apache-2.0
"""The programs in README.md, compiled as they stand there."""

import pathlib
import re
import unittest

from example_programs import ExampleCase

README = pathlib.Path(__file__).parents[2] / "README.md"


class Readme(ExampleCase):
    def test_the_node_publishes_and_hears_itself_until_ctrl_c(self):
        node = self.start("readme_node")
        node.wait_for(r"\[INFO\] \[[\d.]+\] \[camera\]: 1920 x 1080\n", 3)
        self.stop_all(node)

    def test_the_node_has_twenty_lines(self):
        program = re.search(r"```cpp\n(.*?)```", README.read_text(), re.DOTALL)[1]
        self.assertEqual(len(program.splitlines()), 20)


if __name__ == "__main__":
    unittest.main()
