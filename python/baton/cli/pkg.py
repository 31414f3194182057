# SPDX-License-Identifier: Apache-2.0
"""`baton pkg`: packages."""

import os
import xml.etree.ElementTree

from baton.cli.commands import CommandError, examples, subcommands
from baton.cli.output import print_json


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "pkg",
        help="packages: list, find, create",
        description="Packages.",
        epilog=examples(
            "baton pkg executables demo_nodes_cpp",
            "baton pkg create my_robot --build-type ament_cmake --dependencies rclcpp std_msgs "
            "--node-name driver",
        ),
    )
    below = subcommands(parser)
    lister = below.add_parser("list", help="list packages", description="Lists all packages.")
    lister.set_defaults(run=list_packages)
    prefix = below.add_parser(
        "prefix",
        help="print where a package is installed",
        description="Prints the prefix in which a package is installed.",
    )
    prefix.add_argument("package_name", metavar="PACKAGE")
    prefix.add_argument("--share", action="store_true", help="its share folder")
    prefix.set_defaults(run=show_prefix)
    programs = below.add_parser(
        "executables",
        help="list the programs of packages",
        description="Lists the programs of a package, or of all.",
    )
    programs.add_argument("package_name", metavar="PACKAGE", nargs="?")
    programs.add_argument("--full-path", action="store_true", help="with their paths")
    programs.set_defaults(run=list_executables)
    xml_parser = below.add_parser(
        "xml",
        help="print package.xml, or one tag of it",
        description="Prints package.xml, or one tag of it.",
    )
    xml_parser.add_argument("package_name", metavar="PACKAGE")
    xml_parser.add_argument("-t", "--tag", metavar="TAG", help="as version")
    xml_parser.set_defaults(run=show_xml)
    for each in (lister, prefix, programs, xml_parser):
        each.add_argument("--json", action="store_true", help="print JSON")
    _add_create(below)


def _add_create(below) -> None:
    create = below.add_parser(
        "create",
        help="make a new package that builds",
        description="Makes a new package that builds, in a folder of its name.",
        epilog=examples(
            "baton pkg create my_robot --dependencies rclcpp --node-name driver",
            "baton pkg create tools --build-type ament_python --node-name tool",
        ),
    )
    add = create.add_argument
    add("package_name", metavar="PACKAGE")
    add(
        "--build-type",
        choices=["ament_cmake", "ament_python", "cmake"],
        default="ament_cmake",
        help="C++, Python, or C++ without ament (default: %(default)s)",
    )
    add("--package-format", "--package_format", choices=["2", "3"], default="3", help="of package.xml")
    add("--dependencies", nargs="*", default=[], metavar="PACKAGE", help="packages that it uses")
    add("--node-name", metavar="NAME", help="with a program that has a node")
    add("--library-name", metavar="NAME", help="with a library (C++)")
    add("--destination-directory", default=".", metavar="FOLDER")
    add("--description", default="", metavar="TEXT")
    add("--license", default="Apache-2.0", metavar="NAME")
    add("--maintainer-name", metavar="NAME")
    add("--maintainer-email", metavar="ADDRESS")
    create.set_defaults(run=_create)


def _create(options) -> int:
    from baton.cli.pkg_create import create

    return create(options)


def list_packages(options) -> int:
    from baton.cli.packages import packages

    names = sorted(packages())
    if options.json:
        print_json(names)
    else:
        for name in names:
            print(name)
    return 0


def show_prefix(options) -> int:
    from baton.cli.packages import prefix_of, share_of

    path = (share_of if options.share else prefix_of)(options.package_name)
    if options.json:
        print_json({"package": options.package_name, "prefix": path})
    else:
        print(path)
    return 0


def list_executables(options) -> int:
    from baton.cli.packages import executables_of, packages

    names = [options.package_name] if options.package_name else sorted(packages())
    found = {name: executables_of(name) for name in names}
    if options.json:
        print_json(found)
        return 0
    for name, paths in found.items():
        for path in paths:
            print(path if options.full_path else f"{name} {os.path.basename(path)}")
    return 0


def show_xml(options) -> int:
    from baton.cli.packages import share_of

    path = os.path.join(share_of(options.package_name), "package.xml")
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise CommandError(
            f"package '{options.package_name}' has no package.xml: {error.strerror}"
        ) from None
    if not options.tag:
        print(text, end="")
        return 0
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        raise CommandError(f"{path} is not XML: {error}") from None
    values = [(one.text or "").strip() for one in root.iter(options.tag)]
    if not values:
        raise CommandError(f"package '{options.package_name}' has no tag <{options.tag}>")
    if options.json:
        print_json(values)
    else:
        print("\n".join(values))
    return 0
