# SPDX-License-Identifier: Apache-2.0
"""`baton bag info`, `reindex`, `convert` and `list`: what needs no node."""

import heapq
import re
import time
from pathlib import Path

from baton.bag import mcap_file, reader
from baton.bag.definition_text import Definition, definition_of
from baton.bag.metadata import Metadata
from baton.bag.reader import BagReader
from baton.bag.selection import Selection, absolute
from baton.bag.writer import STORAGES, BagWriter, default_storage
from baton.cli.commands import CommandError, did_you_mean
from baton.cli.output import note, print_json

_BILLION = 1_000_000_000


def info(options) -> int:
    with BagReader(options.bag_path) as bag:
        for text in bag.notes:
            note(f"baton: {text}")
        if options.topic_name and not options.json:
            for topic in bag.metadata.topics:
                if not topic.is_service_event:
                    print(topic.name)
        elif options.json:
            print_json(_as_json(bag))
        else:
            print(_as_text(bag))
    return 0


def _as_json(bag: BagReader) -> dict:
    whole = bag.metadata
    return {
        "files": [one.path for one in whole.files],
        "size_bytes": bag.size_bytes,
        "storage": whole.storage,
        "ros_distro": whole.ros_distro,
        "start_ns": whole.span.start_ns,
        "duration_ns": whole.span.duration_ns,
        "messages": whole.span.count,
        "topics": [
            {
                "name": topic.name,
                "type": topic.type,
                "count": whole.counts.get(topic.name, 0),
                "serialization_format": topic.serialization_format,
                "qos": topic.qos,
            }
            for topic in whole.topics
        ],
        "custom_data": whole.custom_data,
    }


def _as_text(bag: BagReader) -> str:
    """As `ros2 bag info` prints it."""
    whole = bag.metadata
    topics = [one for one in whole.topics if not one.is_service_event]
    events = [one for one in whole.topics if one.is_service_event]
    event_count = sum(whole.counts.get(one.name, 0) for one in events)
    lines = [
        "",
        *_column("Files:", [one.path for one in whole.files]),
        *_column("Bag size:", [_size(bag.size_bytes)]),
        *_column("Storage id:", [whole.storage]),
        *_column("ROS Distro:", [whole.ros_distro or "unknown"]),
        *_column("Duration:", [f"{_seconds(whole.span.duration_ns)}s"]),
        *_column("Start:", [_date(whole.span.start_ns)]),
        *_column("End:", [_date(whole.span.end_ns)]),
        *_column("Messages:", [str(whole.span.count - event_count)]),
        *_column(
            "Topic information:",
            [
                f"Topic: {one.name} | Type: {one.type} | Count: {whole.counts.get(one.name, 0)} | "
                f"Serialization Format: {one.serialization_format}"
                for one in topics
            ],
        ),
        *_column("Service:", [str(len(events))]),
        *_column(
            "Service information:",
            [
                f"Service: {one.name.removesuffix('/_service_event')} | "
                f"Type: {one.type.removesuffix('_Event')} | "
                f"Event Count: {whole.counts.get(one.name, 0)} | "
                f"Serialization Format: {one.serialization_format}"
                for one in events
            ],
        ),
    ]
    return "\n".join(lines)


def _column(name: str, values: list[str]) -> list[str]:
    first, *rest = values or [""]
    width = max(19, len(name) + 1)
    return [f"{name:<{width}}{first}".rstrip(), *(" " * width + one for one in rest)]


def _size(size_bytes: float) -> str:
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size_bytes < 1024:
            return f"{size_bytes:.0f} B" if unit == "B" else f"{size_bytes:.1f} {unit}"
        size_bytes /= 1024
    return f"{size_bytes:.1f} TiB"


def _seconds(nanoseconds: int) -> str:
    return f"{nanoseconds // _BILLION}.{nanoseconds % _BILLION:09d}"


def _date(time_ns: int) -> str:
    date = time.strftime("%b %e %Y %H:%M:%S", time.localtime(time_ns // _BILLION))
    return f"{date}.{time_ns % _BILLION:09d} ({_seconds(time_ns)})"


def reindex(options) -> int:
    found = reader.reindex(options.bag_path)
    print(f"'{options.bag_path}' has {found.span.count} messages in {len(found.files)} file(s)")
    return 0


def list_storages(options) -> int:
    for name in STORAGES:
        there = name != mcap_file.NAME or mcap_file.is_there()
        print(name if there else f"{name} (not here: {mcap_file.CURE})")
        if options.verbose:
            print("\tby the package mcap" if name == mcap_file.NAME else "\tby Python's sqlite3")
    return 0


def convert(options) -> int:
    outputs = _outputs(options.output_options)
    bags: list[BagReader] = []
    try:
        bags = [BagReader(Path(one[0])) for one in options.input]
        for bag in bags:
            for text in bag.notes:
                note(f"baton: {text}")
        for output in outputs:
            _write(bags, output)
    finally:
        for bag in bags:
            bag.close()
    return 0


_KEYS = {
    "uri": str,
    "storage_id": str,
    "all": bool,
    "all_topics": bool,
    "all_services": bool,
    "topics": list,
    "topic_types": list,
    "services": list,
    "regex": str,
    "exclude_regex": str,
    "exclude_topics": list,
    "exclude_topic_types": list,
    "exclude_services": list,
    "max_bagfile_size": int,
    "max_bagfile_duration": int,
    "compression_mode": str,
    "compression_format": str,
    "custom_data": dict,
    "storage_preset_profile": str,
    "output_serialization_format": str,
    "rmw_serialization_format": str,
    "include_hidden_topics": bool,
}


def _outputs(path: str) -> list[dict]:
    import yaml

    with open(path, encoding="utf-8") as file:
        try:
            outputs = yaml.safe_load(file)["output_bags"]
        except (yaml.YAMLError, KeyError, TypeError) as error:
            raise CommandError(f"'{path}' has no list 'output_bags': {error}") from None
    if not isinstance(outputs, list) or not outputs:
        raise CommandError(f"'{path}': output_bags must be a list of bags, each with a uri")
    for number, output in enumerate(outputs, 1):
        where = f"'{path}': output bag {number}"
        if not isinstance(output, dict) or not output.get("uri"):
            raise CommandError(f"{where} has no uri, the folder to write")
        for key, value in output.items():
            if key not in _KEYS:
                raise CommandError(f"{where} has the unknown key '{key}'{did_you_mean(key, _KEYS)}")
            if value is not None and not isinstance(value, _KEYS[key]):
                raise CommandError(f"{where}: {key} must be a {_KEYS[key].__name__}, not {value!r}")
    return outputs


def _selection(output: dict) -> Selection:
    def expression(key: str) -> re.Pattern | None:
        try:
            return re.compile(output[key]) if output.get(key) else None
        except re.error as error:
            raise CommandError(f"{key} '{output[key]}' is no regular expression: {error}") from None

    def names(key: str) -> set[str]:
        return {absolute(str(one)) for one in output.get(key) or []}

    selection = Selection(
        all_topics=bool(output.get("all") or output.get("all_topics")),
        all_services=bool(output.get("all") or output.get("all_services")),
        topics=names("topics"),
        services=names("services"),
        types=set(output.get("topic_types") or []),
        regex=expression("regex"),
        exclude_topics=names("exclude_topics"),
        exclude_services=names("exclude_services"),
        exclude_types=set(output.get("exclude_topic_types") or []),
        exclude_regex=expression("exclude_regex"),
        hidden=True,
    )
    if selection.is_empty():
        raise CommandError(
            f"'{output['uri']}': give all_topics: true, or topics, topic_types, services or regex"
        )
    return selection


def _write(bags: list[BagReader], output: dict) -> None:
    selection = _selection(output)
    definitions: dict[str, Definition] = {}
    for bag in bags:
        definitions |= bag.definitions()
    preset = str(output.get("storage_preset_profile") or "")
    packed = (output.get("compression_mode") or "none").lower() != "none"
    with BagWriter(
        Path(output["uri"]),
        output.get("storage_id") or default_storage(),
        compressed=packed or preset.startswith("zstd"),
        most_bytes=int(output.get("max_bagfile_size") or 0),
        most_ns=int(output.get("max_bagfile_duration") or 0) * _BILLION,
        custom_data={str(k): str(v) for k, v in (output.get("custom_data") or {}).items()},
    ) as written:
        streams = []
        for bag in bags:
            chosen = _create_topics(written, bag.metadata, selection, definitions)
            streams.append(bag.messages(chosen))
        for topic, time_ns, data in heapq.merge(*streams, key=lambda one: one[1]):
            written.write(topic, time_ns, data)
    note(f"Wrote {written.message_count} messages into '{written.folder}'")


def _create_topics(
    written: BagWriter, whole: Metadata, selection: Selection, definitions: dict[str, Definition]
) -> set[str]:
    chosen = [one for one in whole.topics if selection.takes(absolute(one.name), one.type)]
    for topic in chosen:
        known = definitions.get(topic.type) or definition_of(topic.type)
        written.create_topic(topic, known)
    return {one.name for one in chosen}
