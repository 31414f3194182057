# SPDX-License-Identifier: Apache-2.0
"""Where packages and their programs are."""

import os

from ament_index_python.packages import get_package_prefix
from launch.errors import SubstitutionFailure
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.basic import arguments_of
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of
from launch.utilities.near_names import did_you_mean


class FindPackage(Substitution):
    """Base: a path of the package."""

    def __init__(self, package) -> None:
        self.__package = normalize_to_list_of_substitutions(package)

    @property
    def package(self) -> list[Substitution]:
        return self.__package

    def describe(self) -> str:
        return f"{type(self).__name__}(pkg={text_of(self.__package)})"

    def find(self, package_name: str) -> str:
        raise NotImplementedError

    def perform(self, context) -> str:
        name = perform_substitutions(context, self.__package)
        try:
            return self.find(name)
        except (LookupError, ValueError, OSError) as error:
            raise SubstitutionFailure(str(error)) from None

    def __truediv__(self, part):
        from launch.substitutions import PathJoinSubstitution

        return PathJoinSubstitution([self, part])


@expose_substitution("find-pkg-prefix")
class FindPackagePrefix(FindPackage):
    """The prefix in which a package is installed."""

    @classmethod
    def parse(cls, data):
        return cls, {"package": arguments_of("find-pkg-prefix", data, 1, 1)[0]}

    def find(self, package_name: str) -> str:
        return get_package_prefix(package_name)


@expose_substitution("find-pkg-share")
class FindPackageShare(FindPackage):
    """share/PACKAGE of a package."""

    @classmethod
    def parse(cls, data):
        return cls, {"package": arguments_of("find-pkg-share", data, 1, 1)[0]}

    def find(self, package_name: str) -> str:
        return os.path.join(get_package_prefix(package_name), "share", package_name)


def executables_of(package: str) -> dict[str, str]:
    """{name: path} of the programs of a package: lib/PACKAGE below its prefix."""
    folder = os.path.join(get_package_prefix(package), "lib", package)
    found = {}
    if os.path.isdir(folder):
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                found[name] = path
    return found


@expose_substitution("exec-in-pkg")
class ExecutableInPackage(FindPackage):
    """The path of a program of a package."""

    def __init__(self, executable, package) -> None:
        super().__init__(package)
        self.__executable = normalize_to_list_of_substitutions(executable)

    @classmethod
    def parse(cls, data):
        executable, package = arguments_of("exec-in-pkg", data, 2, 2)
        return cls, {"executable": executable, "package": package}

    @property
    def executable(self) -> list[Substitution]:
        return self.__executable

    def describe(self) -> str:
        return f"ExecInPkg(pkg={text_of(self.package)}, exec={text_of(self.__executable)})"

    def perform(self, context) -> str:
        name = perform_substitutions(context, self.__executable)
        package = perform_substitutions(context, self.package)
        try:
            found = executables_of(package)
        except (LookupError, ValueError, OSError) as error:
            raise SubstitutionFailure(str(error)) from None
        if name in found:
            return found[name]
        # Also programs that lie in folders below it.
        below = [path for path in found.values() if path.endswith("/" + name)]
        if len(below) == 1:
            return below[0]
        there = f"; there are {', '.join(found)}" if found else ", which has no programs"
        near = did_you_mean(name, found)
        folder = os.path.join(get_package_prefix(package), "lib", package)
        raise SubstitutionFailure(
            f"executable '{name}' not found on the libexec directory '{folder}'{near}"
            f"{there if not near else ''}"
        )


expose_substitution("exec-in-package")(ExecutableInPackage)
