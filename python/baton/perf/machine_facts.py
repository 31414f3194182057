# SPDX-License-Identifier: Apache-2.0
"""What of a machine changes figures, in the kernel's own words: (name, text) pairs for a report.

A file that is not there leaves its fact out. Nothing here changes the machine.
"""

import re
import subprocess
from pathlib import Path


def machine_facts(root: Path = Path("/"), checkout: Path | None = None) -> dict[str, str]:
    """All that is known; `root` is another one in tests."""
    facts = {
        "commit": _commit(checkout or Path(__file__).parents[3]),
        "clock": _first_line(root, "sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "SMT siblings": _siblings(root),
        "turbo": _turbo(root),
        "mitigations": _mitigations(root),
        "transparent huge pages": _chosen(
            _first_line(root, "sys/kernel/mm/transparent_hugepage/enabled")
        ),
        "isolated cores": _first_line(root, "sys/devices/system/cpu/isolated"),
        # What stands behind `--` is for the first process.
        "kernel command line": _first_line(root, "proc/cmdline").partition(" -- ")[0],
        "container": _container(root),
    }
    return {name: text for name, text in facts.items() if text}


def _first_line(root: Path, path: str) -> str:
    try:
        return (root / path).read_text(errors="replace").partition("\n")[0].strip()
    except OSError:
        return ""


def _commit(checkout: Path) -> str:
    """`1a2b3c4`, with `+` behind it where files differ from it; nothing outside a checkout."""
    try:
        shown = subprocess.run(
            ["git", "-C", str(checkout), "describe", "--always", "--dirty=+", "--exclude=*"],
            capture_output=True,
            text=True,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return shown.stdout.strip() if shown.returncode == 0 else ""


def _siblings(root: Path) -> str:
    lists = {
        _first_line(root, f"{path.relative_to(root)}")
        for path in (root / "sys/devices/system/cpu").glob("cpu*/topology/thread_siblings_list")
    }
    pairs = sorted(text for text in lists if not text.isdigit())
    return ", ".join(pairs) if pairs else "none" if lists else ""


def _turbo(root: Path) -> str:
    off = _first_line(root, "sys/devices/system/cpu/intel_pstate/no_turbo")
    boost = _first_line(root, "sys/devices/system/cpu/cpufreq/boost")
    return {("0", ""): "on", ("1", ""): "off", ("", "1"): "on", ("", "0"): "off"}.get(
        (off, boost), ""
    )


def _mitigations(root: Path) -> str:
    folder = root / "sys/devices/system/cpu/vulnerabilities"
    on = [
        path.name
        for path in sorted(folder.glob("*"))
        if _first_line(root, f"{path.relative_to(root)}").startswith("Mitigation")
    ]
    return ", ".join(on) if on else "none" if folder.is_dir() else ""


def _chosen(text: str) -> str:
    """`always [madvise] never` -> `madvise`."""
    found = re.search(r"\[(\w+)\]", text)
    return found[1] if found else text


def _container(root: Path) -> str:
    for path, name in ((".dockerenv", "docker"), ("run/.containerenv", "podman")):
        if (root / path).exists():
            return name
    return _first_line(root, "run/systemd/container")
