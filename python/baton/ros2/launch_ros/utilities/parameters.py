# SPDX-License-Identifier: Apache-2.0
"""Parameters of a launch file: normalised when an action is made, evaluated when it is executed.

Values keep their type. A text that is written in Python stays a text; what a substitution gives is
read as YAML, so that LaunchConfiguration('rate') with value 10 is a number. ParameterValue(...,
value_type=str) keeps such a text, too.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import yaml

from launch.substitution import Substitution
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions

from ..parameter_descriptions import Parameter, ParameterFile, ParameterValue

SCALARS = (bool, int, float, str, bytes)


def normalize_remap_rule(rule) -> tuple:
    if not isinstance(rule, (tuple, list)) or len(rule) != 2:
        raise TypeError(f"a remap rule is a pair (from, to), and not {rule!r}")
    source, target = rule
    return normalize_to_list_of_substitutions(source), normalize_to_list_of_substitutions(target)


def normalize_remap_rules(rules) -> list[tuple]:
    return [normalize_remap_rule(rule) for rule in rules]


def normalize_parameters(parameters) -> list:
    """A list of ParameterFile, Parameter and mappings. Throws TypeError."""
    if isinstance(parameters, (str, Path, Mapping)) or not isinstance(parameters, Iterable):
        raise TypeError(f"parameters must be a list of files and mappings, and is {parameters!r}")
    normalized = []
    for one in parameters:
        if isinstance(one, Mapping):
            normalized.append(dict(_flat(one, [])))
        elif isinstance(one, (ParameterFile, Parameter)):
            normalized.append(one)
        elif one is None:
            raise TypeError("parameters has None in it: give files and mappings")
        else:
            normalized.append(ParameterFile(one))
    return normalized


def _flat(mapping: Mapping, prefix: list):
    """(name as substitutions, value) of all values, names below names joined by dots."""
    for key, value in mapping.items():
        # Numbers are names, too, of what is below them.
        name = [*prefix, *normalize_to_list_of_substitutions(_key(key))]
        if isinstance(value, Mapping):
            yield from _flat(value, [*name, *normalize_to_list_of_substitutions(".")])
        else:
            _check(value)
            yield tuple(name), value


def _key(key):
    return str(key) if isinstance(key, (int, float)) else key


def _check(value, in_list: bool = False) -> None:
    if isinstance(value, (*SCALARS, Path, Substitution, ParameterValue)):
        return
    if isinstance(value, (list, tuple)):
        # In a list a list is one text, of texts and substitutions.
        if in_list and not all(isinstance(item, (str, Path, Substitution)) for item in value):
            raise TypeError(f"the parameter value has the list {value!r} in a list")
        for item in value:
            _check(item, in_list=True)
        return
    raise TypeError(
        f"the parameter value {value!r} is a {type(value).__name__}: there are bool, int, float, "
        "str, bytes, lists of one of them, substitutions, and mappings of names to values"
    )


def evaluate_parameters(context, parameters) -> tuple:
    """For each: the path of a file, or {name: value}; a list is a tuple there."""
    evaluated = []
    for one in parameters:
        if isinstance(one, ParameterFile):
            evaluated.append(one.evaluate(context))
        elif isinstance(one, Parameter):
            evaluated.append(dict([one.evaluate(context)]))
        else:
            evaluated.append(evaluate_parameter_dict(context, one))
    return tuple(evaluated)


def existing_file(path: Path) -> Path:
    if not path.is_file():
        raise FileNotFoundError(
            f"the parameter file '{path}' does not exist; it would be given to a node as "
            "--params-file"
        )
    return path


def evaluate_parameter_dict(context, mapping: Mapping) -> dict:
    values = {}
    for key, value in mapping.items():
        name = perform_substitutions(context, normalize_to_list_of_substitutions(key))
        try:
            values[name] = _value(context, value)
        except (TypeError, ValueError, yaml.YAMLError) as error:
            raise type(error)(f"parameter '{name}': {error}") from None
    return values


def _value(context, value):
    if isinstance(value, ParameterValue):
        return value.evaluate(context)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Substitution):
        return _read(perform_substitutions(context, [value]))
    if isinstance(value, SCALARS):
        return value
    items = list(value)
    if any(isinstance(item, Substitution) for item in items) and all(
        isinstance(item, (str, Path, Substitution)) for item in items
    ):
        # As everywhere in launch files, a list of texts and substitutions is one text.
        return _read(perform_substitutions(context, normalize_to_list_of_substitutions(items)))
    return _uniform([_item(context, item) for item in items])


def _item(context, item):
    """Of a list: what stands in a list of its own is one text."""
    if isinstance(item, SCALARS):
        return item
    return _value(context, item)


def _uniform(items: list) -> tuple:
    """Items of one type: whole numbers among numbers become numbers."""
    types = {type(item) for item in items}
    if types == {int, float}:
        return tuple(float(item) for item in items)
    if len(types) > 1:
        names = ", ".join(sorted(one.__name__ for one in types))
        raise TypeError(
            f"{items} has items of several types ({names}). Expected a non-empty sequence, with "
            "items of uniform type"
        )
    return tuple(items)


def _read(text: str):
    """What a substitution gave, as YAML. Throws ValueError with the cure."""
    cure = (
        "if it is a text, wrap it in "
        "launch_ros.parameter_descriptions.ParameterValue(value, value_type=str)"
    )
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" at its line {mark.line + 1}" if mark else ""
        raise ValueError(f"the substitution's text is not YAML{place}; {cure}") from None
    if value is None:
        return ""
    if isinstance(value, SCALARS):
        return value
    if isinstance(value, list) and all(isinstance(item, SCALARS) for item in value):
        return _uniform(value)
    if isinstance(value, (dict, list)):
        raise TypeError(
            f"the substitution's text is a {type(value).__name__} in YAML. Allowed value types are "
            f"bool, int, float, str and lists of one of them; {cure}"
        )
    # Dates and the like are texts.
    return text
