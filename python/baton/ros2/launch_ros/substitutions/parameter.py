# SPDX-License-Identifier: Apache-2.0
"""Values of parameters that SetParameter has set."""

from launch.errors import SubstitutionFailure
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.basic import arguments_of
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of
from launch.utilities.near_names import did_you_mean


@expose_substitution("param")
class Parameter(Substitution):
    """The value of a parameter that was set for all nodes."""

    def __init__(self, name, *, default=None) -> None:
        self.__name = normalize_to_list_of_substitutions(name)
        self.__default = None if default is None else normalize_to_list_of_substitutions(default)

    @classmethod
    def parse(cls, data):
        found = arguments_of("param", data, 1, 2)
        return cls, {"name": found[0], **({"default": found[1]} if len(found) > 1 else {})}

    @property
    def name(self) -> list[Substitution]:
        return self.__name

    def describe(self) -> str:
        return f"Parameter({text_of(self.__name)})"

    def perform(self, context) -> str:
        import yaml

        name = perform_substitutions(context, self.__name)
        known = {
            one[0]: one[1]
            for one in context.launch_configurations.get("global_params", [])
            if isinstance(one, tuple)
        }
        if name in known:
            value = known[name]
            if isinstance(value, str):
                return value
            return yaml.safe_dump(value, default_flow_style=True).removesuffix("\n...\n").strip()
        if self.__default is not None:
            return perform_substitutions(context, self.__default)
        raise SubstitutionFailure(
            f"parameter '{name}' was not set with SetParameter above{did_you_mean(name, known)}"
        )
