# SPDX-License-Identifier: Apache-2.0
"""A command line with its folder, environment and name."""

import itertools
import os
import re
import shlex
from collections.abc import Iterable

from ..utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of

_numbers = itertools.count(1)


class Executable:
    """`cmd`: a list of arguments, each a text, a substitution or a list of them.

    `env` replaces the environment, `additional_env` adds to it. `prefix` comes before the command;
    None: what the launch configuration `launch-prefix` says.
    """

    def __init__(
        self,
        *,
        cmd: Iterable,
        prefix=None,
        name=None,
        cwd=None,
        env=None,
        additional_env=None,
        arguments: Iterable | None = None,
    ) -> None:
        self.__cmd = [normalize_to_list_of_substitutions(part) for part in cmd]
        if arguments is not None:
            self.__cmd += [normalize_to_list_of_substitutions(part) for part in arguments]
        self.__prefix = None if prefix is None else normalize_to_list_of_substitutions(prefix)
        self.__name = None if name is None else normalize_to_list_of_substitutions(name)
        self.__cwd = None if cwd is None else normalize_to_list_of_substitutions(cwd)
        self.__env = self._pairs(env)
        self.__additional_env = self._pairs(additional_env)
        self.final_name: str | None = None
        self.final_cmd: list[str] | None = None
        self.final_cwd: str | None = None
        self.final_env: dict[str, str] | None = None

    @staticmethod
    def _pairs(values):
        if values is None:
            return None
        return [
            (normalize_to_list_of_substitutions(key), normalize_to_list_of_substitutions(value))
            for key, value in dict(values).items()
        ]

    @property
    def cmd(self) -> list:
        return self.__cmd

    @property
    def name(self):
        return self.__name

    @property
    def prefix(self):
        return self.__prefix

    @property
    def cwd(self):
        return self.__cwd

    @property
    def env(self):
        return self.__env

    @property
    def additional_env(self):
        return self.__additional_env

    def describe(self) -> str:
        return " ".join(text_of(part) for part in self.__cmd)

    def apply_context(self, context) -> None:
        self.prepare(context, None)

    def prepare(self, context, action) -> None:
        """Performs all substitutions, and gives the process its name."""
        cmd = [perform_substitutions(context, part) for part in self.__cmd]
        if self.__name is not None:
            name = perform_substitutions(context, self.__name)
        else:
            name = os.path.basename(cmd[0]) if cmd and cmd[0] else "process"
        self.final_name = f"{name}-{next(_numbers)}"
        self.final_cmd = self._prefix_for(context, cmd) + cmd
        self.final_cwd = (
            None if self.__cwd is None else perform_substitutions(context, self.__cwd) or None
        )
        self.final_env = self._environment(context)

    def _prefix_for(self, context, cmd: list[str]) -> list[str]:
        configurations = context.launch_configurations
        if self.__prefix is not None:
            return shlex.split(perform_substitutions(context, self.__prefix))
        pattern = configurations.get("launch-prefix-filter", "")
        if pattern and not re.match(pattern, os.path.basename(cmd[0])):
            return []
        return shlex.split(configurations.get("launch-prefix", ""))

    def _environment(self, context) -> dict[str, str]:
        def perform(pairs):
            return {
                perform_substitutions(context, key): perform_substitutions(context, value)
                for key, value in pairs or ()
            }

        own = dict(context.environment) if self.__env is None else perform(self.__env)
        return {**own, **perform(self.__additional_env)}
