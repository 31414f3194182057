# SPDX-License-Identifier: Apache-2.0
"""Runs a command line."""

import shlex

from ..descriptions.executable import Executable
from ..frontend.expose import expose_action
from ..substitution import Substitution
from ..substitutions.basic import TextSubstitution
from .execute_local import ExecuteLocal


@expose_action("executable")
class ExecuteProcess(ExecuteLocal):
    """`cmd`: a list of arguments. `shell`: the arguments are joined and given to a shell."""

    def __init__(
        self, *, cmd, prefix=None, name=None, cwd=None, env=None, additional_env=None, **kwargs
    ) -> None:
        if isinstance(cmd, str):
            raise TypeError(f"cmd is the text {cmd!r}: give a list, as {shlex.split(cmd)}")
        executable = Executable(
            cmd=cmd, prefix=prefix, name=name, cwd=cwd, env=env, additional_env=additional_env
        )
        super().__init__(process_description=executable, **kwargs)

    @property
    def cmd(self) -> list:
        description = self.process_description
        return description.final_cmd if description.final_cmd is not None else description.cmd

    @property
    def name(self):
        description = self.process_description
        return description.final_name if description.final_name is not None else description.name

    @property
    def cwd(self):
        return self.process_description.cwd

    @property
    def env(self):
        return self.process_description.env

    @property
    def additional_env(self):
        return self.process_description.additional_env

    @classmethod
    def _parse_cmdline(cls, text: str, parser) -> list:
        """A command line as a list of arguments: spaces outside of quotes and $() part them."""
        return split_command_line(parser.parse_substitution(text))

    @classmethod
    def parse(cls, entity, parser, ignore=()):
        _, kwargs = super().parse(entity, parser)
        if "cmd" not in ignore:
            kwargs["cmd"] = cls._parse_cmdline(entity.get_attr("cmd"), parser)
        for name in ("cwd", "name", "output", "sigterm_timeout", "sigkill_timeout"):
            value = (
                entity.get_attr(name, optional=True, can_be_str=True)
                if name not in ignore
                else None
            )
            if value is not None:
                kwargs[name] = parser.parse_substitution(str(value))
        prefix = entity.get_attr("launch-prefix", optional=True)
        if prefix is not None:
            kwargs["prefix"] = parser.parse_substitution(prefix)
        for name in ("respawn", "shell", "emulate_tty", "log_cmd"):
            value = entity.get_attr(name, data_type=bool, optional=True, can_be_str=True)
            if value is not None:
                kwargs[name] = parser.parse_if_substitutions(value)
        cls._parse_numbers(entity, parser, kwargs)
        if (env := entity.get_attr("env", data_type=list, optional=True)) is not None:
            kwargs["additional_env"] = {}
            for one in env:
                name = tuple(parser.parse_substitution(one.get_attr("name")))
                kwargs["additional_env"][name] = parser.parse_substitution(one.get_attr("value"))
                one.assert_entity_completely_parsed()
        return cls, kwargs

    @staticmethod
    def _parse_numbers(entity, parser, kwargs) -> None:
        delay = entity.get_attr("respawn_delay", data_type=float, optional=True, can_be_str=True)
        if delay is not None:
            kwargs["respawn_delay"] = parser.parse_if_substitutions(delay)
        retries = entity.get_attr("respawn_max_retries", data_type=int, optional=True)
        if retries is not None:
            kwargs["respawn_max_retries"] = int(retries)
        on_exit = entity.get_attr("on_exit", optional=True)
        if on_exit is not None:
            from .event_actions import Shutdown

            if on_exit != "shutdown":
                raise ValueError(f"on_exit is '{on_exit}': there is 'shutdown'")
            kwargs["on_exit"] = [Shutdown()]


def split_command_line(subs: list[Substitution]) -> list[list[Substitution]]:
    """As a shell splits it; what a substitution gives is not split. Throws ValueError."""
    arguments: list[list[Substitution]] = []
    pieces: list[Substitution] = []
    plain, quote, begun = "", "", False

    def end_of_text() -> None:
        nonlocal plain
        if plain:
            pieces.append(TextSubstitution(text=plain))
        plain = ""

    def end_of_argument() -> None:
        nonlocal pieces, begun
        end_of_text()
        if begun:
            arguments.append(pieces or [TextSubstitution(text="")])
        pieces, begun = [], False

    for sub in subs:
        if not isinstance(sub, TextSubstitution):
            end_of_text()
            pieces.append(sub)
            begun = True
            continue
        for character in sub.text:
            if quote:
                if character == quote:
                    quote = ""
                else:
                    plain += character
            elif character in "'\"":
                quote, begun = character, True
            elif character.isspace():
                end_of_argument()
            else:
                plain += character
                begun = True
    if quote:
        raise ValueError(f"a quote {quote} has no end in the command")
    end_of_argument()
    return arguments
