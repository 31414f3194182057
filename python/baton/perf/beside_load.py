# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.beside_load LOAD PROGRAM ...`: a program while the machine has other work.

LOAD is one of LOADS, made by stress-ng, which has begun before the program starts and ends with it. The
exit status and all that is printed are the program's.
"""

import shutil
import subprocess
import sys
import tempfile

from baton.perf.watched import NotAsExpected, watching

# As many workers as cores (0), where one is not enough to keep all of them busy.
LOADS = {
    "cpu": ("--cpu", "0"),
    "vm": ("--vm", "0", "--vm-bytes", "128M"),
    "cache": ("--cache", "0"),
    "io": ("--hdd", "1", "--hdd-bytes", "64M"),
}
STARTED = "dispatching hogs"


def run_beside(load: str, command: list[str]) -> int:
    if not shutil.which("stress-ng"):
        raise NotAsExpected("stress-ng is not installed; cure: tools/install_packages.sh stress")
    with tempfile.TemporaryDirectory(prefix="baton-stress-") as folder:
        stress = ("stress-ng", "--temp-path", folder, *LOADS[load])
        with watching(stress) as (program,):
            program.wait_for(STARTED)
            try:
                status = subprocess.run(command).returncode
            except OSError as error:
                raise NotAsExpected(f"{command[0]}: {error.strerror}") from error
            program.must_run()
            return status


def main() -> None:
    load, *command = sys.argv[1:] or ["?"]
    if load not in LOADS or not command:
        sys.exit(f"{__doc__.strip()}\nLOAD: {', '.join(LOADS)}")
    status = run_beside(load, command)
    sys.exit(status if status >= 0 else 128 - status)  # as a shell tells a signal


if __name__ == "__main__":
    main()
