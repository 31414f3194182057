# SPDX-License-Identifier: Apache-2.0
"""Texts that Python computes, and names that are not taken."""

import importlib
import os
import random
import socket

from ..errors import SubstitutionFailure
from ..frontend.expose import expose_substitution
from ..substitution import Substitution
from ..utilities.texts import normalize_to_list_of_substitutions, perform_substitutions, text_of
from .basic import arguments_of


@expose_substitution("eval")
class PythonExpression(Substitution):
    """What Python makes of an expression. `python_modules`: what it may name, math by itself."""

    def __init__(self, expression, python_modules=("math",)) -> None:
        self.__expression = normalize_to_list_of_substitutions(expression)
        self.__modules = [normalize_to_list_of_substitutions(name) for name in python_modules]

    @classmethod
    def parse(cls, data):
        found = arguments_of("eval", data, 1, 2)
        if len(found) == 1:
            return cls, {"expression": found[0]}
        return (_with_modules), {"expression": found[0], "modules": found[1]}

    @property
    def expression(self) -> list[Substitution]:
        return self.__expression

    def describe(self) -> str:
        modules = ", ".join(text_of(name) for name in self.__modules)
        return f"PythonExpr({text_of(self.__expression)}, [{modules}])"

    def perform(self, context) -> str:
        names: dict = {}
        for parts in self.__modules:
            name = perform_substitutions(context, parts)
            module = importlib.import_module(name)
            names[name] = module
            if name == "math":
                # Functions of math are known without its name, as everywhere in ROS.
                names.update(vars(module))
        expression = perform_substitutions(context, self.__expression)
        try:
            return str(eval(expression, {}, names))
        except Exception as error:
            raise SubstitutionFailure(
                f"the expression {expression!r} failed: {type(error).__name__}: {error}"
            ) from None


def _with_modules(expression, modules) -> PythonExpression:
    names = [text.strip() for text in perform_substitutions(None, modules).split(",")]
    return PythonExpression(expression, [name for name in names if name])


@expose_substitution("anon")
class AnonName(Substitution):
    """A name that no other process uses; equal names give equal ones within one launch."""

    def __init__(self, name) -> None:
        self.__name = normalize_to_list_of_substitutions(name)

    @classmethod
    def parse(cls, data):
        return cls, {"name": arguments_of("anon", data, 1, 1)[0]}

    @property
    def name(self) -> list[Substitution]:
        return self.__name

    def describe(self) -> str:
        return f"AnonName({text_of(self.__name)})"

    def perform(self, context) -> str:
        name = perform_substitutions(context, self.__name)
        key = "anon" + name
        if key not in context.launch_configurations:
            suffix = f"{socket.gethostname()}_{os.getpid()}_{random.randrange(1 << 62)}"
            for character in ".-:":
                suffix = suffix.replace(character, "_")
            context.launch_configurations[key] = f"{name}_{suffix}"
        return context.launch_configurations[key]
