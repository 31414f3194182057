# SPDX-License-Identifier: Apache-2.0
"""`baton pkg create`: a package of C++ or Python that builds with colcon."""

import keyword
import os
import re
import subprocess
from pathlib import Path
from xml.sax.saxutils import escape

from baton.cli.commands import CommandError

_NAME = re.compile(r"[a-z][a-z0-9_]*")
# Targets that CMake, CTest, CPack and ament make by themselves.
_TARGETS = {
    "all",
    "clean",
    "depend",
    "edit_cache",
    "help",
    "install",
    "list_install_components",
    "package",
    "package_source",
    "preinstall",
    "rebuild_cache",
    "test",
    "uninstall",
    "ALL_BUILD",
    "INSTALL",
    "PACKAGE",
    "RUN_TESTS",
    "ZERO_CHECK",
}


def create(options) -> int:
    name = options.package_name
    if not _NAME.fullmatch(name):
        raise CommandError(
            f"'{name}' is no name of a package: small letters, digits and _, a letter first"
        )
    folder = Path(options.destination_directory, name)
    if folder.exists():
        raise CommandError(f"'{folder}' is there already; nothing was changed")
    is_python = options.build_type == "ament_python"
    for given in (options.node_name, options.library_name):
        if given is not None:
            _check(given, is_python)
    if is_python and options.library_name:
        raise CommandError(
            "--library-name is for --build-type ament_cmake or cmake; a Python package is a library"
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
        for each in () if is_python else (f"include/{name}", "src"):
            (folder / each).mkdir(parents=True)  # sources that are written next go there
        for path, text in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
            print(f"creating {target}")
    except OSError as error:
        raise CommandError(f"cannot make '{folder}': {error.strerror}") from None
    print(f"\nto build it, in the folder of your workspace: colcon build --packages-select {name}")
    if options.node_name:
        # Without ament a package is in no index, by which `run` finds it.
        program = f"install/{name}/lib/{name}/" if options.build_type == "cmake" else f"baton run {name} "
        print(f"to run it then: source install/setup.bash && {program}{options.node_name}")
    return 0


def _check(name: str, is_python: bool) -> None:
    """Throws CommandError for a name of a node or a library that could not be built."""
    if not re.fullmatch(r"[A-Za-z]\w*", name):
        raise CommandError(f"'{name}' is no name: letters, digits and _, a letter first")
    if is_python and keyword.iskeyword(name):
        raise CommandError(f"'{name}' is a word of Python: give another name, as '{name}_node'")
    if not is_python and name in _TARGETS:
        raise CommandError(
            f"CMake has a target '{name}' of its own: give another name, as '{name}_node'"
        )


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


def _description(options) -> str:
    return options.description or f"The package {options.package_name}"


def _package_xml(options, depends: list[str]) -> str:
    name, address = _maintainer(options)
    tool = (
        ""
        if options.build_type == "ament_python"
        else f"  <buildtool_depend>{options.build_type}</buildtool_depend>\n\n"
    )
    lines = "".join(f"  <depend>{escape(one)}</depend>\n" for one in depends) + "\n" * bool(depends)
    return (
        f'<?xml version="1.0"?>\n<package format="{options.package_format}">\n'
        f"  <name>{options.package_name}</name>\n  <version>0.0.0</version>\n"
        f"  <description>{escape(_description(options))}</description>\n"
        f'  <maintainer email="{escape(address)}">{escape(name)}</maintainer>\n'
        f"  <license>{escape(options.license)}</license>\n\n{tool}{lines}"
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
_CMAKE_LIBRARY = """\
add_library(@LIBRARY@@KIND@ src/@LIBRARY@.cpp)
target_include_directories(@LIBRARY@ PUBLIC
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:include/${PROJECT_NAME}>)
@USES@\
install(DIRECTORY include/ DESTINATION include/${PROJECT_NAME})
install(TARGETS @LIBRARY@
  EXPORT export_${PROJECT_NAME}
  ARCHIVE DESTINATION lib
  LIBRARY DESTINATION lib
  RUNTIME DESTINATION bin)

"""
_CMAKE_CONFIG = """\
install(EXPORT export_${PROJECT_NAME}
  FILE ${PROJECT_NAME}Targets.cmake
  NAMESPACE ${PROJECT_NAME}::
  DESTINATION share/${PROJECT_NAME}/cmake)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${PROJECT_NAME}Config.cmake
"include(CMakeFindDependencyMacro)
@FINDS@\
include(\\${CMAKE_CURRENT_LIST_DIR}/${PROJECT_NAME}Targets.cmake)
set(${PROJECT_NAME}_TARGETS ${PROJECT_NAME}::@LIBRARY@)
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${PROJECT_NAME}Config.cmake
  DESTINATION share/${PROJECT_NAME}/cmake)
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
    is_ament = options.build_type == "ament_cmake"
    finds = "".join(f"find_package({one} REQUIRED)\n" for one in depends)
    ament = "find_package(ament_cmake REQUIRED)\n" if is_ament else ""
    cmake = (
        f"cmake_minimum_required(VERSION 3.8)\nproject({name})\n\n"
        "if(NOT CMAKE_CXX_STANDARD)\n  set(CMAKE_CXX_STANDARD 17)\nendif()\n\n"
        f"{ament}{finds}\n"
    )
    files: dict[str, str] = {}
    if library:
        name_of_class = "".join(part.capitalize() for part in library.split("_"))
        values = {"PACKAGE": name, "LIBRARY": library, "CLASS": name_of_class}
        files[f"include/{name}/{library}.hpp"] = _filled(_HEADER, **values)
        files[f"src/{library}.cpp"] = _filled(_SOURCE, **values)
        uses = _uses(library, depends, is_ament)
        # Plugins and components are loaded from it, and ament tells the loader where it lies.
        kind = " SHARED" if is_ament else ""
        cmake += _filled(_CMAKE_LIBRARY, LIBRARY=library, KIND=kind, USES=uses)
    if node:
        files[f"src/{node}.cpp"] = _filled(_CPP_NODE, NODE=node, PACKAGE=name)
        cmake += f"add_executable({node} src/{node}.cpp)\n"
        cmake += f"target_include_directories({node} PRIVATE include)\n{_uses(node, depends, is_ament)}"
        if library:
            cmake += f"target_link_libraries({node} {library})\n"
        cmake += f"install(TARGETS {node} DESTINATION lib/${{PROJECT_NAME}})\n\n"
    end = _ament_end if is_ament else _cmake_end
    files["CMakeLists.txt"] = cmake + end(library, depends)
    return files


def _uses(target: str, depends: list[str], is_ament: bool) -> str:
    if not depends:
        return ""
    if is_ament:
        return f"ament_target_dependencies({target} {' '.join(depends)})\n"
    targets = " ".join(f"${{{one}_TARGETS}}" for one in depends)
    return f"target_link_libraries({target} {targets})\n"


def _ament_end(library: str | None, depends: list[str]) -> str:
    """What other packages need to use the library, by its target or by the name of the package."""
    exports = ""
    if library:
        exports = (
            "ament_export_include_directories(include/${PROJECT_NAME})\n"
            f"ament_export_libraries({library})\n"
            "ament_export_targets(export_${PROJECT_NAME} HAS_LIBRARY_TARGET)\n"
        )
        if depends:
            exports += f"ament_export_dependencies({' '.join(depends)})\n"
    return exports + "ament_package()\n"


def _cmake_end(library: str | None, depends: list[str]) -> str:
    """The same without ament: a configuration of CMake."""
    finds = "".join(f"find_dependency({one})\n" for one in depends)
    return _filled(_CMAKE_CONFIG, LIBRARY=library, FINDS=finds) if library else ""


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
            f"    description={_description(options)!r},\n    license={options.license!r},\n"
            "    tests_require=['pytest'],\n"
            f"    entry_points={{\n        'console_scripts': [{scripts}],\n    }},\n)\n"
        ),
    }
    if node:
        files[f"{name}/{node}.py"] = _filled(_PY_NODE, NODE=node, PACKAGE=name)
    return files
