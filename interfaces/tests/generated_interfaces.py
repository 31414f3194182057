# SPDX-License-Identifier: Apache-2.0
"""What the generator reads in interfaces/, asked of the Python that it runs in."""

import json
import subprocess
from pathlib import Path


def describe():
    """{type: {hash, constants, defaults}}; services and actions have a hash only."""
    program = Path(__file__).with_name("describe_interfaces.py")
    result = subprocess.run(
        ["/usr/bin/python3", "-B", program], capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)
