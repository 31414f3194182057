# SPDX-License-Identifier: Apache-2.0
"""The command line of the generator."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .errors import DefinitionError, Finding

_DESCRIPTION = """\
Makes C++ message types from the definitions (.msg, .srv, .action, .idl) of one package.

For example, with std_msgs and what it depends on next to each other in interfaces/:

  python3 msggen --package my_robot --output build/generated \\
      --include std_msgs=interfaces/std_msgs \\
      --include builtin_interfaces=interfaces/builtin_interfaces \\
      my_robot/msg/Battery.msg my_robot/srv/Dock.srv

writes build/generated/my_robot/msg/battery.hpp, .../srv/dock.hpp, what they include, and sources in
build/generated/my_robot/detail/, which are compiled into a library. CMake does all this:

  baton_generate_messages(my_robot FILES msg/Battery.msg srv/Dock.srv DEPENDENCIES std_msgs)
"""

_EPILOG = """\
Files whose content would not change are not touched. Errors are written as `file:line: error: what,
why and what to do`, all of a run together; nothing is then generated. Exit status: 0 done, 1 errors
in definitions, 2 usage.
"""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except DefinitionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="baton_msggen",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--package", required=True, metavar="NAME", help="the ROS package name")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FOLDER",
        help="where to write; this is the include folder of what is generated",
    )
    parser.add_argument(
        "--include",
        action="append",
        default=[],
        type=_include,
        metavar="NAME=FOLDER",
        help="a package that these use, directly or not: the folder that holds its msg/;"
        " several for one name are searched in order",
    )
    _add_further_output(parser)
    parser.add_argument(
        "--depfile",
        type=Path,
        metavar="FILE",
        help="write what the result depends on, for ninja and make; needs --stamp",
    )
    parser.add_argument(
        "--stamp", type=Path, metavar="FILE", help="touched when everything is written"
    )
    parser.add_argument(
        "--describe",
        action="store_true",
        help="write nothing; print name, RIHS01 hash and layout hash of every type",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="definitions")
    return parser


def _add_further_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--python",
        type=Path,
        metavar="FOLDER",
        help="where to write the package in Python, NAME/msg/__init__.py and its stubs",
    )
    parser.add_argument(
        "--python-file",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a definition of the package from which another call makes C++, for the stubs",
    )
    parser.add_argument(
        "--idl",
        type=Path,
        metavar="FOLDER",
        help="where to write what ROS installs besides: msg/Name.idl, srv/Name_Request.msg",
    )
    parser.add_argument(
        "--python-path",
        action="append",
        default=[],
        metavar="FOLDER",
        help="where rosidl_parser and lark are, which .idl files need, if not among Python's packages",
    )


def _include(text: str) -> tuple[str, Path]:
    name, separator, folder = text.partition("=")
    if not (name and separator and folder):
        raise argparse.ArgumentTypeError(f"{text!r}: write it as NAME=FOLDER")
    return name, Path(folder)


def _run(options: argparse.Namespace) -> None:
    sys.path += options.python_path
    from .package_reader import PackageReader

    if not (options.output or options.describe):
        _parser().error("--output is missing (or --describe)")
    if options.depfile and not options.stamp:
        _parser().error("--depfile needs --stamp: the file that depends on what it lists")
    folders: dict[str, list[Path]] = {}
    for name, folder in options.include:
        if name != options.package:
            folders.setdefault(name, []).append(folder)
    for path in options.files:
        if path.suffix not in (".msg", ".srv", ".action", ".idl"):
            raise DefinitionError(
                Finding(path, 0, "definitions end in .msg, .srv, .action or .idl")
            )
    reader = PackageReader(options.package, folders)
    package = reader.read(options.files)
    if options.describe:
        _describe(package)
        return

    from .idl_writer import write_idl
    from .output import generate, write_depfile, write_texts
    from .python_writer import write_python

    write_texts(options.output, generate(package))
    if options.python:
        files = [*options.python_file, *options.files]
        write_texts(options.python, write_python(options.package, files))
    if options.idl:
        write_texts(options.idl, write_idl(options.package, options.files))
    if options.depfile:
        own_sources = Path(__file__).parent.glob("*.py")
        write_depfile(options.depfile, str(options.stamp), [*reader.files_read, *own_sources])
    if options.stamp:
        options.stamp.parent.mkdir(parents=True, exist_ok=True)
        options.stamp.touch()


def _describe(package) -> None:
    from .context import Context
    from .description import hash_text

    context = Context(package)
    for message in package.all_messages():
        layout = context.layouts.of(message)
        text = hash_text(context.descriptions.hash(message))
        print(f"{message.type} {text} {layout.layout_hash:016x}")
    for interface in (*package.services, *package.actions):
        print(f"{interface.type} {hash_text(context.descriptions.hash(interface))} -")
