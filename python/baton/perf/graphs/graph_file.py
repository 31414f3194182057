# SPDX-License-Identifier: Apache-2.0
"""A graph from a YAML file, with one line for each topic. What is wrong is told with its line.

title: a camera and its readers
sizes: [4 KB, 1 MB]
topics:
  image: {rate: 25, from: camera, to: [detector, recorder]}
  found: {size: 256, after: image, from: detector, to: [planner]}
"""

import difflib
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple, NoReturn

import yaml

from baton.perf import units
from baton.perf.bad_file import BadFile
from baton.perf.graphs.graph import Graph, Topic

KEYS = ("title", "sizes", "topics")
TOPIC_KEYS = ("size", "rate", "after", "from", "to")
NEEDED = {"from": "the node that publishes", "to": "the nodes that subscribe"}
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
MOST_BYTES, MOST_HZ = 1 << 30, 100_000


class Entry(NamedTuple):
    """A key and its value, which know their lines."""

    key: yaml.Node
    value: yaml.Node


def read_graph(path: Path) -> Graph:
    """Throws BadFile: `robot.yaml:7: topic scan: ...`."""
    return _Reader(path).graph()


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._loader = yaml.SafeLoader(path.read_text(encoding="utf-8"))
            self._root = self._loader.get_single_node()
        except OSError as error:
            raise BadFile(f"{path}: {error.strerror or error}") from error
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            raise BadFile(f"{path}:{line}: not YAML: {error.problem}") from error
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise BadFile(f"{path}: not YAML: {' '.join(str(error).split())}") from error

    def _fail(self, node: yaml.Node | None, text: str) -> NoReturn:
        line = node.start_mark.line + 1 if node else 1
        raise BadFile(f"{self._path}:{line}: {text}")

    def graph(self) -> Graph:
        found = self._mapping(self._root, "a graph", KEYS)
        if "topics" not in found:
            self._fail(self._root, "a graph needs topics")
        sizes: tuple[int, ...] = ()
        if "sizes" in found:
            values = self._list(found["sizes"].value, "sizes")
            sizes = tuple(self._size(each, "sizes") for each in values)
        entries = self._mapping(found["topics"].value, "topics")
        if not entries:
            self._fail(found["topics"].key, "topics: there is none")
        topics = {name: self._topic(entry, bool(sizes)) for name, entry in entries.items()}
        for name, entry in entries.items():
            self._check_what_it_follows(topics, name, entry.key)
        for name, entry in entries.items():
            self._check_beginning(topics, name, entry.key)
        title = str(found["title"].value.value) if "title" in found else self._path.stem
        if all(topic.size for topic in topics.values()):
            sizes = ()
        return Graph(self._path.stem, title, tuple(topics.values()), tuple(dict.fromkeys(sizes)))

    def _mapping(
        self, node: yaml.Node | None, what: str, known: Collection[str] = ()
    ) -> dict[str, Entry]:
        """Keys as they are written: `on` and `no` are names here."""
        if not isinstance(node, yaml.MappingNode):
            keys = f" with {', '.join(known)}" if known else ""
            self._fail(node, f"{what} must be a mapping{keys}")
        found: dict[str, Entry] = {}
        for key, value in node.value:
            name = self._name(key, what)
            if known and name not in known:
                hint = _hint(name, known) or f"; known are {', '.join(known)}"
                self._fail(key, f"{what}: unknown key {name}{hint}")
            if name in found:
                line = found[name].key.start_mark.line + 1
                self._fail(key, f"{what}: {name} is there twice, first in line {line}")
            found[name] = Entry(key, value)
        return found

    def _list(self, node: yaml.Node, what: str) -> list[yaml.Node]:
        """One value counts as a list of one."""
        if isinstance(node, yaml.ScalarNode) and node.value:
            return [node]
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self._fail(node, f"{what} must be a list that is not empty")
        return node.value

    def _name(self, node: yaml.Node, what: str) -> str:
        if not isinstance(node, yaml.ScalarNode) or not NAME.fullmatch(node.value):
            self._fail(node, f"{what}: a name has letters, digits and _, and begins with a letter")
        return node.value

    def _number(self, node: yaml.Node, what: str, most: float) -> float:
        value = self._loader.construct_object(node, deep=True)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
            self._fail(node, f"{what} must be a number above 0, at most {most:,}, not {value!r}")
        return value

    def _size(self, node: yaml.Node, what: str) -> int:
        value = self._loader.construct_object(node, deep=True)
        if isinstance(value, str):
            try:
                value = units.size_bytes(value)
            except ValueError as error:
                self._fail(node, f"{what}: {error}")
        if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= MOST_BYTES:
            self._fail(node, f"{what} must be bytes, or a text like 4 KB, at most 1 GB, not {value!r}")
        return value

    def _topic(self, entry: Entry, any_sizes: bool) -> Topic:
        name = entry.key.value
        what = f"topic {name}"
        found = self._mapping(entry.value, what, TOPIC_KEYS)
        for key, meaning in NEEDED.items():
            if key not in found:
                self._fail(entry.key, f"{what} needs {key}: {meaning}")
        if "size" not in found and not any_sizes:
            self._fail(entry.key, f"{what} needs size, or the graph needs sizes")
        if ("rate" in found) == ("after" in found):
            need = "either rate (in Hz) or after (the topic whose messages make its node publish)"
            self._fail(entry.key, f"{what} needs {need}")
        values = {key: each.value for key, each in found.items()}
        to = self._list(values["to"], f"{what}: to")
        readers = tuple(self._name(each, f"{what}: to") for each in to)
        if len(set(readers)) < len(readers):
            self._fail(values["to"], f"{what}: to names a node twice")
        return Topic(
            name,
            self._name(values["from"], f"{what}: from"),
            readers,
            self._size(values["size"], f"{what}: size") if "size" in values else 0,
            self._number(values["rate"], f"{what}: rate", MOST_HZ) if "rate" in values else 0,
            self._name(values["after"], f"{what}: after") if "after" in values else "",
        )

    def _check_what_it_follows(self, topics: Mapping[str, Topic], name: str, key: yaml.Node) -> None:
        topic = topics[name]
        if not topic.after:
            return
        if topic.after not in topics:
            hint = _hint(topic.after, topics)
            self._fail(key, f"topic {name}: after: there is no topic {topic.after}{hint}")
        if topic.source not in topics[topic.after].readers:
            self._fail(
                key, f"topic {name}: its node {topic.source} is not in the list `to` of {topic.after}"
            )

    def _check_beginning(self, topics: Mapping[str, Topic], name: str, key: yaml.Node) -> None:
        topic, seen = topics[name], {name}
        while topic.after:
            topic = topics[topic.after]
            if topic.name in seen:
                self._fail(key, f"topic {name} comes after itself: its first message never comes")
            seen.add(topic.name)


def _hint(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]}?" if near else ""
