# SPDX-License-Identifier: Apache-2.0
"""What a package becomes on disk; a file that would not change is not touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from . import type_support_writer
from .builder_writer import write_builder_header
from .context import Context
from .model import Interface, Package
from .names import detail_path, forwarder_path, header_path
from .service_writer import service_source_path, write_service_source
from .struct_writer import write_struct_header
from .symbols_writer import symbols_source_path, write_symbols_source
from .text import head, include_lines
from .traits_writer import write_traits_header, write_type_support_header

_DETAILS = {
    "builder.hpp": write_builder_header,
    "struct.hpp": write_struct_header,
    "traits.hpp": write_traits_header,
    "type_support.hpp": write_type_support_header,
}


def generate(package: Package) -> dict[str, str]:
    """Texts by path below the output folder."""
    context = Context(package)
    texts = {}
    for interface in package.interfaces():
        texts[header_path(interface.type)] = _header(interface)
        texts[forwarder_path(interface.type)] = _forwarder(interface)
        for suffix, write in _DETAILS.items():
            texts[detail_path(interface.type, suffix)] = write(context, interface)
    texts[type_support_writer.source_path(package.name)] = type_support_writer.write_type_support(
        package
    )
    if package.services or package.actions:
        texts[service_source_path(package)] = write_service_source(context)
    texts[symbols_source_path(package.name)] = write_symbols_source(context)
    return texts


def _header(interface: Interface) -> str:
    details = {f"<{detail_path(interface.type, suffix)}>" for suffix in _DETAILS}
    if interface.action is not None:
        details |= {"<action_msgs/msg/goal_status_array.hpp>", "<action_msgs/srv/cancel_goal.hpp>"}
    return head(interface) + include_lines(details)


def _forwarder(interface: Interface) -> str:
    """Sources of C++ include it for the type of C++."""
    name = forwarder_path(interface.type)
    return (
        head(interface) + "#ifndef __cplusplus\n"
        f'#error "{name}: Baton makes types of C++ only; include it from C++"\n'
        "#endif\n\n" + include_lines([f"<{header_path(interface.type)}>"])
    )


def write_texts(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Returns the files that were written because they are new or changed."""
    written = []
    for name, text in sorted(texts.items()):
        path = folder / name
        if path.is_file() and path.read_bytes() == text.encode():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def write_depfile(path: Path, target: str, prerequisites: Iterable[Path]) -> None:
    """In the syntax of make, which ninja reads too."""
    names = sorted({str(one.resolve()) for one in prerequisites})
    text = _escape(target) + ":" + "".join(f" \\\n  {_escape(name)}" for name in names) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _escape(name: str) -> str:
    return name.replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")
