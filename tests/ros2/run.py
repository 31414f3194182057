#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of this folder beside a real ROS 2, or says why not. Arguments are those of unittest."""

import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
os.chdir(HERE)

import ros2  # noqa: E402

reason = ros2.why_not()
if reason:
    print(f"skipped: {reason}")
    sys.exit(0)
print(f"building with ROS 2 of {ros2.prefix()}, and Baton in build/{ros2.PRESET}", flush=True)
ros2.build()
names = sys.argv[1:]
loader = unittest.defaultTestLoader
suite = loader.loadTestsFromNames(names) if names else loader.discover(HERE, pattern="*_test.py")
sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
