# SPDX-License-Identifier: Apache-2.0
"""Working copies of the repositories of a list, from a folder of sources or by their addresses."""

import os
import pathlib
import re
import subprocess

import yaml


class Repository:
    """One entry of a list in vcs's format: type, url and version."""

    def __init__(self, name, entry):
        unknown = set(entry) - {"type", "url", "version"}
        if unknown or entry.get("type") != "git" or not entry.get("version"):
            raise ValueError(f"repository {name}: write `type: git`, `url:` and `version:`, a commit")
        self.name = name
        self.url = entry["url"]
        self.version = str(entry["version"])


def read_list(path):
    """The repositories of a file in vcs's format."""
    entries = yaml.safe_load(pathlib.Path(path).read_text())["repositories"]
    return [Repository(name, entry) for name, entry in entries.items()]


def _git_folder_of(folder):
    """What of a folder is a git repository; None if nothing is."""
    for each in (folder, folder / ".git", folder / "repo", folder / "repo/.git"):
        if (each / "HEAD").is_file():
            return each
    return None


def places(folder):
    """{address: git repository} of a folder of sources.

    An entry of the folder is a clone, whose address is that of its `origin`, or is named
    `<owner>+<name>` after its address on GitHub.
    """
    found = {}
    for entry in sorted(pathlib.Path(folder).iterdir()):
        git = _git_folder_of(entry) if entry.is_dir() else None
        if git is None:
            continue
        if "+" in entry.name:
            found["https://github.com/" + entry.name.replace("+", "/", 1)] = git
            continue
        asked = subprocess.run(
            ["git", "-C", git, "remote", "get-url", "origin"], capture_output=True, text=True
        )
        if asked.returncode == 0:
            found[re.sub(r"\.git$", "", asked.stdout.strip())] = git
    return found


def git_environment(folder):
    """Variables that make git take what it would clone from a folder of sources.

    They hold for the clones that a package's CMake asks for too (FetchContent, ExternalProject).
    Addresses that the folder does not have are refused: nothing comes from elsewhere unseen.
    """
    # Submodules, too, are cloned from files.
    settings = [("protocol.file.allow", "always")]
    settings += [(f"protocol.{each}.allow", "never") for each in ("https", "ssh")]
    for url, git in places(folder).items():
        for spelling in (url + ".git", url):
            settings.append((f"url.{git.resolve().as_uri()}.insteadOf", spelling))
    settings.append(("safe.directory", "*"))
    variables = {"GIT_CONFIG_COUNT": str(len(settings)), "GIT_TERMINAL_PROMPT": "0"}
    for index, (key, value) in enumerate(settings):
        variables[f"GIT_CONFIG_KEY_{index}"] = key
        variables[f"GIT_CONFIG_VALUE_{index}"] = value
    return variables


def _git(folder, environment, *arguments, given=None):
    done = subprocess.run(
        ["git", "-C", folder, *arguments],
        env={**os.environ, **environment},
        input=given,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"git {arguments[0]}: status {done.returncode}")
    return done.stdout


def _copy(git, version, folder):
    """Files of a commit of a repository on this machine, without those that it lacks."""
    environment = {"GIT_INDEX_FILE": str(folder.resolve() / ".git_index"), "GIT_DIR": str(git)}
    _git(folder, environment, "read-tree", version)
    entries = [line.split("\t", 1) for line in _git(folder, environment, "ls-files", "-s", "-z").split("\0")]
    hashes = {path: about.split()[1] for about, path in (each for each in entries if len(each) == 2)}
    checked = _git(folder, environment, "cat-file", "--batch-check", given="\n".join(hashes.values()))
    lacking = {line.split()[0] for line in checked.splitlines() if line.endswith(" missing")}
    there = "".join(path + "\0" for path, each in hashes.items() if each not in lacking)
    prefix = f"--prefix={folder.resolve()}/"
    _git(folder, environment, "checkout-index", "--force", "-z", "--stdin", prefix, given=there)


def check_out(repository, into, folder_of_sources=None):
    """Files of the commit below `into`; raises RuntimeError. Does nothing a second time.

    With a folder of sources nothing comes from the network, and files that its copy of the
    repository lacks, as partial copies do, are left out.
    """
    folder = pathlib.Path(into) / repository.name
    stamp = folder / ".ecosystem_version"
    if stamp.exists() and stamp.read_text() == repository.version:
        return
    folder.mkdir(parents=True, exist_ok=True)
    if folder_of_sources:
        git = places(folder_of_sources).get(re.sub(r"\.git$", "", repository.url))
        if git is None:
            raise RuntimeError(f"{folder_of_sources} has no repository of {repository.url}")
        _copy(git, repository.version, folder)
    else:
        _git(folder, {}, "init", "--quiet")
        _git(folder, {}, "fetch", "--quiet", "--depth=1", repository.url, repository.version)
        _git(folder, {}, "checkout", "--quiet", "--force", "FETCH_HEAD")
    stamp.write_text(repository.version)
