# SPDX-License-Identifier: Apache-2.0
"""Runs a file of launch tests: `launch_test FILE [NAME:=VALUE ...]`."""

import argparse
import contextlib
import importlib.util
import sys
from pathlib import Path

from launch.utilities.near_names import did_you_mean

from .domain import own_domain
from .loader import load_tests
from .result import as_xml
from .runner import LaunchTestRunner


def main(
    arguments: list[str] | None = None, *, name: str = "launch_test", isolated: bool = False
) -> int:
    """0 if all tests passed or were skipped, 1 if one failed, 2 if the file is wrong."""
    parser = _parser(name, isolated)
    # Launch arguments may stand behind options.
    options = parser.parse_intermixed_args(arguments)
    path = Path(options.launch_test_file)
    if not path.is_file():
        parser.error(f"Test file '{path}' does not exist{_near(path)}")
    try:
        return _run(path.resolve(), options)
    except (LookupError, TypeError, ValueError, SyntaxError, ImportError) as error:
        parser.error(f"{path}: {type(error).__name__}: {error}")


def _parser(name: str, isolated: bool) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=name,
        description="Runs the launches of a file, and their tests. The exit status is 0 if all "
        "tests pass or are skipped, 1 if one fails, 2 if the file or the command line is wrong.",
        epilog=f"examples:\n  {name} test/camera.test.py\n"
        f"  {name} test/camera.test.py rate:=30 --junit-xml=camera.xml\n"
        f"  {name} test/camera.test.py --show-args",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("launch_test_file", metavar="FILE", help="a file with generate_test_description()")
    add(
        "launch_arguments",
        metavar="NAME:=VALUE",
        nargs="*",
        default=[],
        help="the last one of a name counts",
    )
    add("--package-name", metavar="NAME", help="for the names of the tests in the report")
    add("-v", "--verbose", action="store_true", help="also debug lines")
    add("-s", "--show-args", "--show-arguments", action="store_true", help="its launch arguments")
    alone = "in a ROS_DOMAIN_ID that no other such test has"
    default = " (the default)"
    add(
        *("-i", "--isolated"),
        action="store_true",
        default=isolated,
        help=alone + default * isolated,
    )
    add(
        "--disable-isolation",
        action="store_false",
        dest="isolated",
        help=f"in the ROS_DOMAIN_ID of this shell{default * (not isolated)}",
    )
    add("--junit-xml", metavar="FILE", help="writes a report there")
    return parser


def _near(path: Path) -> str:
    return did_you_mean(path.name, (one.name for one in path.parent.glob("*.py")))


def _run(path: Path, options) -> int:
    package = options.package_name or path.stem
    name = f"{package}.{path.stem}"
    runs = load_tests(module_of(path, package), f"{name}.launch_tests")
    runner = LaunchTestRunner(runs, [pair_of(text) for text in options.launch_arguments], debug=options.verbose)
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


def module_of(path: Path, name: str):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    if not _is_taken(name, path):
        # Dataclasses, and what is pickled, look for the module of their class.
        sys.modules.setdefault(name, module)
    spec.loader.exec_module(module)
    return module


def _is_taken(name: str, path: Path) -> bool:
    """A package's own tests have its name in reports, and import it, for example its messages."""
    if name in sys.modules or "." in name:
        return False
    found = importlib.util.find_spec(name)
    return found is not None and found.origin != str(path)


def pair_of(argument: str) -> tuple[str, str]:
    """(name, value) of a launch argument. Throws ValueError."""
    name, found, value = argument.partition(":=")
    if not found or not name or not value:
        raise ValueError(
            f"malformed launch argument '{argument}', expected format '<name>:=<value>'"
        )
    return name, value


def _show_arguments(description) -> None:
    from launch.utilities import text_of

    declared = description.get_launch_arguments()
    print("Arguments (pass arguments as '<name>:=<value>'):")
    if not declared:
        print("\n  No arguments.")
    for one in declared:
        print(f"\n    '{one.name}':\n        {one.description}")
        if one.default_value is not None:
            print(f"        (default: {text_of(one.default_value)})")


if __name__ == "__main__":
    sys.exit(main())
