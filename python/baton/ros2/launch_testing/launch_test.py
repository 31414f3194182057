# SPDX-License-Identifier: Apache-2.0
"""Runs a file of launch tests: `launch_test FILE [NAME:=VALUE ...]`."""

import argparse
import contextlib
import importlib.util
import sys
from pathlib import Path

from .domain import own_domain
from .loader import load_tests
from .result import as_xml
from .runner import LaunchTestRunner


def main(arguments: list[str] | None = None) -> int:
    """0 if all tests passed or were skipped, 1 if one failed, 2 if the file is wrong."""
    parser = argparse.ArgumentParser(
        prog="launch_test", description="Runs the launches of a file, and their tests."
    )
    parser.add_argument("launch_test_file", help="a file with generate_test_description()")
    parser.add_argument("launch_arguments", nargs="*", help="NAME:=VALUE, the last one counts")
    parser.add_argument("--package-name", help="for the names of the tests in the report")
    parser.add_argument("-v", "--verbose", action="store_true", help="also debug lines")
    parser.add_argument(
        "-s", "--show-args", "--show-arguments", action="store_true", help="its launch arguments"
    )
    parser.add_argument(
        "--isolated", action="store_true", help="in a ROS_DOMAIN_ID that no other such test has"
    )
    parser.add_argument("--junit-xml", metavar="FILE", help="writes a report there")
    options = parser.parse_args(arguments)
    path = Path(options.launch_test_file)
    if not path.is_file():
        parser.error(f"Test file '{path}' does not exist")
    try:
        return _run(path.resolve(), options)
    except (LookupError, TypeError, ValueError, SyntaxError, ImportError) as error:
        parser.error(f"{path}: {type(error).__name__}: {error}")


def _run(path: Path, options) -> int:
    package = options.package_name or path.stem
    name = f"{package}.{path.stem}"
    runs = load_tests(_module(path, package), f"{name}.launch_tests")
    runner = LaunchTestRunner(runs, _pairs(options.launch_arguments), debug=options.verbose)
    runner.validate()
    if options.show_args:
        _show_arguments(runs[0].description(lambda: None)[0])
        return 0
    with own_domain() if options.isolated else contextlib.nullcontext():
        results = runner.run()
    if options.junit_xml:
        Path(options.junit_xml).parent.mkdir(parents=True, exist_ok=True)
        as_xml(results, name).write(options.junit_xml, encoding="utf-8", xml_declaration=True)
    return 0 if all(result.wasSuccessful() for result in results.values()) else 1


def _module(path: Path, name: str):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _pairs(arguments: list[str]) -> list[tuple[str, str]]:
    pairs: dict[str, str] = {}
    for argument in arguments:
        name, found, value = argument.partition(":=")
        if not found or not name or not value:
            raise ValueError(
                f"malformed launch argument '{argument}', expected format '<name>:=<value>'"
            )
        pairs[name] = value
    return list(pairs.items())


def _show_arguments(description) -> None:
    from launch.utilities import text_of

    print("Arguments (pass arguments as '<name>:=<value>'):")
    for one in description.get_launch_arguments():
        print(f"\n    '{one.name}':\n        {one.description}")
        if one.default_value is not None:
            print(f"        (default: {text_of(one.default_value)})")


if __name__ == "__main__":
    sys.exit(main())
