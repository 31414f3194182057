# SPDX-License-Identifier: Apache-2.0
"""`baton pkg create`: a package of C++ or Python that builds with colcon."""

import os
import re
import subprocess
from pathlib import Path
from xml.sax.saxutils import escape

from baton.cli.commands import CommandError

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def create(options) -> int:
    name = options.package_name
    if not _NAME.fullmatch(name):
        raise CommandError(
            f"'{name}' is no name of a package: small letters, digits and _, a letter first"
        )
    folder = Path(options.destination_directory, name)
    if folder.exists():
        raise CommandError(f"'{folder}' is there already; nothing was changed")
    for given in (options.node_name, options.library_name):
        if given is not None and not re.fullmatch(r"[A-Za-z]\w*", given):
            raise CommandError(f"'{given}' is no name: letters, digits and _, a letter first")
    is_python = options.build_type == "ament_python"
    if is_python and options.library_name:
        raise CommandError(
            "--library-name is for --build-type ament_cmake; a Python package is a library"
        )
    if options.node_name and options.node_name == options.library_name:
        raise CommandError("the node and the library have one name; give them two")
    needed = "rclpy" if is_python else "rclcpp"
    depends = list(dict.fromkeys(options.dependencies))
    if options.node_name and needed not in depends:
        depends.insert(0, needed)
    files = (_python_files if is_python else _cpp_files)(options, depends)
    files["package.xml"] = _package_xml(options, depends)
    try:
        for path, text in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
            print(f"creating {target}")
    except OSError as error:
        raise CommandError(f"cannot make '{folder}': {error.strerror}") from None
    print(f"\nto build it, in the folder of your workspace: colcon build --packages-select {name}")
    if options.node_name:
        print(f"to run it then: source install/setup.bash && baton run {name} {options.node_name}")
    return 0


def _git(key: str) -> str:
    try:
        done = subprocess.run(["git", "config", key], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def _maintainer(options) -> tuple[str, str]:
    user = os.environ.get("USER") or "maintainer"
    name = options.maintainer_name or _git("user.name") or user
    address = options.maintainer_email or _git("user.email") or f"{user}@todo.todo"
    return name, address


def _package_xml(options, depends: list[str]) -> str:
    name, address = _maintainer(options)
    description = options.description or f"The package {options.package_name}"
    tool = (
        ""
        if options.build_type == "ament_python"
        else ("  <buildtool_depend>ament_cmake</buildtool_depend>\n\n")
    )
    lines = "".join(f"  <depend>{escape(one)}</depend>\n" for one in depends)
    return (
        '<?xml version="1.0"?>\n<package format="3">\n'
        f"  <name>{options.package_name}</name>\n  <version>0.0.0</version>\n"
        f"  <description>{escape(description)}</description>\n"
        f'  <maintainer email="{escape(address)}">{escape(name)}</maintainer>\n'
        f"  <license>{escape(options.license)}</license>\n\n{tool}{lines}\n"
        f"  <export>\n    <build_type>{options.build_type}</build_type>\n  </export>\n</package>\n"
    )


_CPP_NODE = """\
#include <memory>
#include <rclcpp/rclcpp.hpp>

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("@NODE@");
  RCLCPP_INFO(node->get_logger(), "hello from @PACKAGE@");
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 0;
}
"""
_HEADER = """\
#pragma once

namespace @PACKAGE@ {

class @CLASS@ {
 public:
  @CLASS@();
};

}  // namespace @PACKAGE@
"""
_SOURCE = """\
#include "@PACKAGE@/@LIBRARY@.hpp"

namespace @PACKAGE@ {

@CLASS@::@CLASS@() = default;

}  // namespace @PACKAGE@
"""
_PY_NODE = """\
import rclpy
from rclpy.node import Node


def main(args=None):
    rclpy.init(args=args)
    node = Node("@NODE@")
    node.get_logger().info("hello from @PACKAGE@")
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
"""


def _filled(text: str, **values: str) -> str:
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def _cpp_files(options, depends: list[str]) -> dict[str, str]:
    name, node, library = options.package_name, options.node_name, options.library_name
    finds = "".join(f"find_package({one} REQUIRED)\n" for one in depends)
    uses = " ".join(depends)
    cmake = (
        f"cmake_minimum_required(VERSION 3.8)\nproject({name})\n\n"
        "if(NOT CMAKE_CXX_STANDARD)\n  set(CMAKE_CXX_STANDARD 17)\nendif()\n\n"
        f"find_package(ament_cmake REQUIRED)\n{finds}\n"
    )
    files: dict[str, str] = {}
    if library:
        name_of_class = "".join(part.capitalize() for part in library.split("_"))
        values = {"PACKAGE": name, "LIBRARY": library, "CLASS": name_of_class}
        files[f"include/{name}/{library}.hpp"] = _filled(_HEADER, **values)
        files[f"src/{library}.cpp"] = _filled(_SOURCE, **values)
        cmake += (
            f"add_library({library} src/{library}.cpp)\n"
            f"target_include_directories({library} PUBLIC\n"
            "  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>\n"
            "  $<INSTALL_INTERFACE:include>)\n"
        )
        if uses:
            cmake += f"ament_target_dependencies({library} {uses})\n"
        cmake += (
            f"install(DIRECTORY include/ DESTINATION include)\ninstall(TARGETS {library}\n"
            "  ARCHIVE DESTINATION lib\n  LIBRARY DESTINATION lib\n  RUNTIME DESTINATION bin)\n\n"
        )
    if node:
        files[f"src/{node}.cpp"] = _filled(_CPP_NODE, NODE=node, PACKAGE=name)
        cmake += f"add_executable({node} src/{node}.cpp)\n"
        if uses:
            cmake += f"ament_target_dependencies({node} {uses})\n"
        if library:
            cmake += f"target_link_libraries({node} {library})\n"
        cmake += f"install(TARGETS {node} DESTINATION lib/${{PROJECT_NAME}})\n\n"
    files["CMakeLists.txt"] = cmake + "ament_package()\n"
    return files


def _python_files(options, depends: list[str]) -> dict[str, str]:
    name, node = options.package_name, options.node_name
    maintainer, address = _maintainer(options)
    scripts = f"'{node} = {name}.{node}:main'," if node else ""
    files = {
        f"resource/{name}": "",
        f"{name}/__init__.py": "",
        "setup.cfg": f"[develop]\nscript_dir=$base/lib/{name}\n"
        f"[install]\ninstall_scripts=$base/lib/{name}\n",
        "setup.py": (
            "from setuptools import find_packages, setup\n\n"
            f"package_name = '{name}'\n\nsetup(\n    name=package_name,\n    version='0.0.0',\n"
            "    packages=find_packages(exclude=['test']),\n    data_files=[\n"
            "        ('share/ament_index/resource_index/packages', ['resource/' + package_name]),\n"
            "        ('share/' + package_name, ['package.xml']),\n    ],\n"
            "    install_requires=['setuptools'],\n    zip_safe=True,\n"
            f"    maintainer={maintainer!r},\n    maintainer_email={address!r},\n"
            f"    description={options.description!r},\n    license={options.license!r},\n"
            f"    entry_points={{\n        'console_scripts': [{scripts}],\n    }},\n)\n"
        ),
    }
    if node:
        files[f"{name}/{node}.py"] = _filled(_PY_NODE, NODE=node, PACKAGE=name)
    return files
