#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints as JSON what the generator reads in interfaces/: for each type its hash, its constants and
its defaults. A program of its own because the generator runs in the system's Python, as users run it,
and the tests in .venv, which has rosbags.
"""

import json
import sys
from pathlib import Path

INTERFACES = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(INTERFACES.parent / "msggen"))

from baton_msggen.description import Descriptions, hash_text  # noqa: E402
from baton_msggen.package_reader import PackageReader  # noqa: E402

SUFFIXES = {".msg", ".srv", ".action"}


def read_packages():
    folders = {path.parent.name: [path.parent] for path in INTERFACES.glob("*/package.xml")}
    for name, (folder,) in sorted(folders.items()):
        files = sorted(path for path in folder.glob("*/*") if path.suffix in SUFFIXES)
        others = {other: paths for other, paths in folders.items() if other != name}
        yield PackageReader(name, others).read(files)


def describe(packages):
    messages = {}
    for package in packages:
        messages |= package.dependencies
        messages |= {message.type: message for message in package.all_messages()}
    descriptions = Descriptions(messages.__getitem__)
    types = {}
    for message in messages.values():
        types[str(message.type)] = {
            "hash": hash_text(descriptions.hash(message)),
            "constants": {one.name: one.value for one in message.constants},
            "defaults": {
                one.name: one.default for one in message.fields if one.default is not None
            },
        }
    for package in packages:
        for interface in (*package.services, *package.actions):
            types[str(interface.type)] = {"hash": hash_text(descriptions.hash(interface))}
        for action in package.actions:
            for service in (action.send_goal, action.get_result):
                types[str(service.type)] = {"hash": hash_text(descriptions.hash(service))}
    return types


if __name__ == "__main__":
    json.dump(describe(list(read_packages())), sys.stdout, indent=1, sort_keys=True)
