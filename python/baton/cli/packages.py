# SPDX-License-Identifier: Apache-2.0
"""Packages for commands: where they are, what programs they have. Errors carry proposals."""

import os
from pathlib import Path

from baton.cli.commands import CommandError, did_you_mean
from baton.programs import prefix_of_installation


def prefixes() -> list[str]:
    """AMENT_PREFIX_PATH's folders that exist, and the prefix this command is installed in."""
    from baton.cli.own_packages import ROOT

    found = [path for path in os.environ.get("AMENT_PREFIX_PATH", "").split(":") if path]
    root = Path(ROOT)
    own = [root.parent / "build" / preset for preset in ("release", "dev")]
    # `make perf` builds one program in build/release; the examples are in another build then.
    own.sort(key=lambda build: not (build / "bin/demo_talker").exists())
    if prefix := prefix_of_installation(root):
        own = [prefix / "lib/baton" / name for name in ("ros2", "examples")]
    found += [str(path) for path in own if (path / "share/ament_index").is_dir()]
    unique: list[str] = []
    for path in found:
        if path not in unique and os.path.isdir(path):
            unique.append(path)
    return unique


def pass_on_prefixes() -> None:
    """What this process starts, or becomes, looks for packages where it does itself."""
    if found := prefixes():
        os.environ["AMENT_PREFIX_PATH"] = ":".join(found)


def packages() -> dict[str, str]:
    """{package: prefix}; the first prefix counts."""
    found: dict[str, str] = {}
    unbuilt: dict[str, str] = {}
    for prefix in prefixes():
        folder = Path(prefix, "share/ament_index/resource_index/packages")
        if folder.is_dir():
            for name in sorted(os.listdir(folder)):
                (found if _is_built(prefix, name) else unbuilt).setdefault(name, prefix)
    return {**unbuilt, **found}


def _is_built(prefix: str, package: str) -> bool:
    """A build knows its packages before it has made them: their programs are links to nothing yet."""
    programs = Path(prefix, "lib", package)
    links = [path for path in programs.iterdir() if path.is_symlink()] if programs.is_dir() else []
    return not links or any(path.exists() for path in links)


def prefix_of(package: str) -> str:
    known = packages()
    if package in known:
        return known[package]
    where = ", ".join(prefixes())
    if not where:
        raise CommandError(
            "no package is known: AMENT_PREFIX_PATH is not set; source the setup file of "
            "Baton (share/baton/setup.bash) or of your workspace (install/setup.bash)"
        )
    raise CommandError(
        f"Package '{package}' not found{did_you_mean(package, known)}; searched: {where}"
    )


def share_of(package: str) -> str:
    return os.path.join(prefix_of(package), "share", package)


def executables_of(package: str) -> list[str]:
    """Paths of the programs in lib/PACKAGE, by name."""
    folder = os.path.join(prefix_of(package), "lib", package)
    found = []
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                found.append(path)
    return sorted(found)
