# SPDX-License-Identifier: Apache-2.0
"""`baton launch`: starts what a launch file describes."""

import os
from pathlib import Path

from baton.cli.commands import CommandError, did_you_mean, examples

DESCRIPTION = """\
Starts what a launch file describes, and stays until all of it has ended. Ctrl-C ends it all.

The exit status is 0, or that of the first process that failed by itself (128 + the signal that
ended it), or 1 if the launch file is wrong."""


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "launch",
        help="start what a launch file describes",
        description=DESCRIPTION,
        epilog=examples(
            "baton launch ros2_comm_examples six_ways.launch.py",
            "baton launch camera.launch.xml rate:=30",
            "baton launch camera.launch.py --show-args",
        ),
    )
    add = parser.add_argument
    add("package_or_file", metavar="PACKAGE | FILE", help="a package, or the path of a launch file")
    add(
        "rest",
        nargs="*",
        default=[],
        metavar="FILE | NAME:=VALUE",
        help="a launch file of the package; arguments",
    )
    add(
        "-n",
        "--noninteractive",
        action="store_true",
        help="accepted as in ROS; makes no difference",
    )
    add("-d", "--debug", action="store_true", help="say more, tracebacks included")
    add(
        "-p",
        "--print",
        "--print-description",
        action="store_true",
        help="print the description only",
    )
    add(
        "-s",
        "--show-args",
        "--show-arguments",
        action="store_true",
        help="print the arguments of the launch file only",
    )
    add(
        "-a",
        "--show-all-subprocesses-output",
        action="store_true",
        help="the output of all processes on the screen, too",
    )
    add(
        "--launch-prefix",
        metavar="PREFIX",
        help="run each program with this before it: 'gdb -ex run'",
    )
    add("--launch-prefix-filter", metavar="REGEX", help="only the programs whose names match")
    add("--json", action="store_true", help="with --show-args: print JSON")
    parser.set_defaults(run=run)


def run(options) -> int:
    from baton.cli.own_packages import prepare_launch

    prepare_launch()
    from launch.errors import LaunchError

    path, arguments = _file_and_arguments(options)
    try:
        if options.print or options.show_args:
            return _show(path, options)
        return _launch(path, arguments, options)
    except LaunchError as error:
        if options.debug and error.__cause__:
            import traceback

            traceback.print_exception(error.__cause__)
        raise CommandError(str(error)) from None


def _file_and_arguments(options) -> tuple[str, list[tuple[str, str]]]:
    first, rest = options.package_or_file, list(options.rest)
    if ":=" in first:
        raise CommandError(f"'{first}' stands where a package or a launch file must stand")
    if os.path.isfile(first):
        path = first
    elif rest and ":=" not in rest[0]:
        path = find_launch_file(first, rest.pop(0))
    elif os.path.isdir(first):
        raise CommandError(f"'{first}' is a folder: give a launch file in it")
    elif "/" in first or first.endswith((".py", ".xml", ".yaml", ".yml", ".launch")):
        raise CommandError(f"there is no file '{first}'{_near_file(first)}")
    else:
        raise CommandError(
            f"there is no file '{first}'; for a package give its launch file, too:"
            f" baton launch {first} FILE{_launch_files_hint(first)}"
        )
    return path, [_argument(text) for text in rest]


def _argument(text: str) -> tuple[str, str]:
    name, separator, value = text.partition(":=")
    if not separator or not name:
        raise CommandError(
            f"malformed launch argument '{text}', expected format '<name>:=<value>'", 2
        )
    return name, value


def _near_file(path: str) -> str:
    folder = Path(path).parent
    if not folder.is_dir():
        return ""
    return did_you_mean(Path(path).name, (entry.name for entry in folder.iterdir()))


def launch_files_of(package: str) -> dict[str, list[str]]:
    """{name: paths} of the launch files below share/PACKAGE. Throws CommandError."""
    from baton.cli.packages import share_of

    found: dict[str, list[str]] = {}
    for folder, _, names in os.walk(share_of(package), followlinks=True):
        for name in sorted(names):
            if name.endswith(
                (".launch.py", ".launch.xml", ".launch.yaml", ".launch.yml", ".launch")
            ) or (name.endswith((".py", ".xml", ".yaml", ".yml")) and "launch" in name):
                found.setdefault(name, []).append(os.path.join(folder, name))
    return found


def _launch_files_hint(package: str) -> str:
    try:
        names = list(launch_files_of(package))
    except CommandError:
        return ""
    return f"; it has {', '.join(names)}" if names else ""


def find_launch_file(package: str, name: str) -> str:
    from baton.cli.packages import share_of

    share = share_of(package)
    found = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(share, followlinks=True)
        if name in names
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError(
            f"package '{package}' has several files '{name}': {', '.join(found)}; "
            "give the path of one"
        )
    known = launch_files_of(package)
    there = f"; there are {', '.join(known)}" if known else ", which has no launch files"
    raise CommandError(
        f"file '{name}' was not found in the share directory of package '{package}', "
        f"which is at '{share}'{did_you_mean(name, known) or there}"
    )


def description_of(path: str):
    from launch import LaunchContext
    from launch.launch_description_sources import AnyLaunchDescriptionSource

    source = AnyLaunchDescriptionSource(path)
    context = LaunchContext()
    context.extend_locals(
        {
            "current_launch_file_path": os.path.abspath(path),
            "current_launch_file_directory": os.path.dirname(os.path.abspath(path)),
        }
    )
    return source.get_launch_description(context)


def _show(path: str, options) -> int:
    description = description_of(path)
    if options.print:
        from launch import LaunchIntrospector

        print(LaunchIntrospector().format_launch_description(description))
        return 0
    from launch.utilities import text_of

    arguments = description.get_launch_arguments()
    if options.json:
        import json

        print(
            json.dumps(
                [
                    {
                        "name": one.name,
                        "description": one.description,
                        "default": None
                        if one.default_value is None
                        else text_of(one.default_value),
                        "choices": one.choices,
                    }
                    for one in arguments
                ],
                indent=2,
            )
        )
        return 0
    print("Arguments (pass arguments as '<name>:=<value>'):")
    if not arguments:
        print("\n  No arguments.")
    for one in arguments:
        print(f"\n    '{one.name}':")
        lines = [line.strip() for line in one.description.strip().splitlines()]
        print("\n".join("        " + line for line in lines))
        if one.default_value is not None:
            print(f"        (default: {text_of(one.default_value)})")
    return 0


def _launch(path: str, arguments: list[tuple[str, str]], options) -> int:
    from launch import LaunchService
    from launch.actions import SetLaunchConfiguration
    from launch.launch_service import include_file
    from launch.logging import get_logger, launch_config

    if options.debug:
        launch_config.level = 10
    try:
        folder = launch_config.log_dir
    except OSError as error:
        raise CommandError(
            f"cannot make the folder for log files: {error}; set ROS_LOG_DIR to one "
            "that can be written"
        ) from None
    get_logger("launch").info(f"All log files can be found below {folder}")
    get_logger("launch").info(
        f"Default logging verbosity is set to {'DEBUG' if options.debug else 'INFO'}"
    )
    if options.show_all_subprocesses_output:
        os.environ["OVERRIDE_LAUNCH_PROCESS_OUTPUT"] = "both"
    description = include_file(path, arguments)
    for name, value in (
        ("launch-prefix", options.launch_prefix),
        ("launch-prefix-filter", options.launch_prefix_filter),
    ):
        if value is not None:
            description.entities.insert(0, SetLaunchConfiguration(name, value))
    _warn_of_unknown(path, arguments)
    service = LaunchService(argv=[f"{n}:={v}" for n, v in arguments], debug=options.debug)
    service.include_launch_description(description)
    status = service.run()
    return status_of(service, status)


def _warn_of_unknown(path: str, arguments: list[tuple[str, str]]) -> None:
    """An argument that no file declares does nothing: most often its name is misspelt."""
    from launch.logging import get_logger

    try:
        known = [one.name for one in description_of(path).get_launch_arguments()]
    except Exception:
        # The launch reads the file again, and says what is wrong.
        return
    for name, _ in arguments:
        near = did_you_mean(name, known)
        if name not in known and near:
            get_logger("launch").warning(f"no launch file declares the argument '{name}'{near}")


def status_of(service, status: int) -> int:
    from launch.logging import get_logger

    if status == 0 and service.failures:
        texts = [
            f"{name} ({f'signal {-code}' if code < 0 else f'exit code {code}'})"
            for name, code in service.failures
        ]
        get_logger("launch").error(f"failed: {', '.join(texts)}")
        code = service.failures[0][1]
        return 128 - code if code < 0 else min(code, 255)
    return status
