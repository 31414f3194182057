#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes packages such as sensor_msgs.msg: `make_message_packages.py INTERFACES OUTPUT PACKAGE...`.

They hold no code: each module has its classes made by baton.interfaces when they are asked for.
"""

import sys
from pathlib import Path

MODULE = """# SPDX-License-Identifier: Apache-2.0
import sys

from baton.interfaces import fill_module

fill_module(sys.modules[__name__])
"""


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main(interfaces: str, output: str, *packages: str) -> None:
    for package in packages:
        write(Path(output) / package / "__init__.py", "# SPDX-License-Identifier: Apache-2.0\n")
        for folder in ("msg", "srv", "action"):
            if any((Path(interfaces) / package / folder).glob("*")):
                write(Path(output) / package / folder / "__init__.py", MODULE)


if __name__ == "__main__":
    main(*sys.argv[1:])
