# SPDX-License-Identifier: Apache-2.0
"""`baton completion SHELL`: prints what bash, zsh or fish must read to complete commands.

The shell calls `baton --complete WORD...`, which prints one proposal a line.
"""

import argparse

from baton.cli.commands import COMMANDS, examples, load
from baton.cli.passed_on import BELOW

_BASH = """\
_@NAME@_complete() {
  local IFS=$'\\n'
  local line=("${COMP_WORDS[@]:1:COMP_CWORD}")
  # A colon parts words for bash, and not for us: /a:=b.
  local found=$(@NAME@ --complete "${line[@]}" 2>/dev/null)
  COMPREPLY=($(compgen -W "$found" -- "${COMP_WORDS[COMP_CWORD]}"))
  [[ ${COMPREPLY[0]-} == *:= ]] && compopt -o nospace
  return 0
}
complete -o default -F _@NAME@_complete @NAME@
"""
_ZSH = """\
_@NAME@_complete() {
  local -a found
  found=("${(@f)$(@NAME@ --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -a found || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u }
compdef _@NAME@_complete @NAME@
"""
_FISH = """\
function __@NAME@_complete
  set -l words (commandline -opc) (commandline -ct)
  @NAME@ --complete $words[2..-1] 2>/dev/null
end
complete -c @NAME@ -f -a '(__@NAME@_complete)'
"""
_SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "completion",
        help="completion for bash, zsh and fish",
        description="Prints what a shell must read to complete commands, names of nodes, topics "
        "and types.",
        epilog=examples(
            'eval "$(baton completion bash)"',
            'eval "$(baton completion zsh)"',
            "baton completion fish | source",
        ),
    )
    parser.add_argument("shell", choices=list(_SCRIPTS))
    parser.add_argument("--name", default="baton", help="of the program: baton or ros2")
    parser.set_defaults(run=run)


def run(options) -> int:
    print(_SCRIPTS[options.shell].replace("@NAME@", options.name), end="")
    return 0


def complete(words: list[str]) -> int:
    """Prints what may stand in the place of the last word."""
    word = words[-1] if words else ""
    for one in sorted(set(proposals(words[:-1], word))):
        if one.startswith(word):
            print(one)
    return 0


def proposals(before: list[str], word: str) -> list[str]:
    if not before:
        return [*COMMANDS, *(["--help", "--version"] if word.startswith("-") else [])]
    if before[0] not in COMMANDS:
        return []
    if before[0] in BELOW:
        return (
            BELOW[before[0]]
            if len(before) == 1
            else _values(before[0], before[1:], len(before) - 2)
        )
    parser = _parser_of(before[0])
    position, below = 0, []
    rest = iter(before[1:])
    option = None
    for one in rest:
        option = None
        subs = _subparsers(parser)
        if subs is not None and one in subs.choices:
            parser = subs.choices[one]
            below.append(one)
            position = 0
        elif one.startswith("-"):
            action = parser._option_string_actions.get(one)
            if action is not None and action.nargs is None and action.const is None:
                option = action if next(rest, None) is None else None
        else:
            position += 1
    if option is not None:
        return [str(choice) for choice in option.choices or []]
    if word.startswith("-"):
        return [
            text
            for action in parser._actions
            for text in action.option_strings
            if text.startswith("--")
        ]
    subs = _subparsers(parser)
    if subs is not None:
        return list(subs.choices)
    return _positional(
        parser, before[0], below, position, [one for one in before[1:] if one not in below]
    )


def _parser_of(command: str):
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(parser_class=argparse.ArgumentParser)
    from baton.cli.commands import Parser

    commands._parser_class = Parser
    load(command).add_parser(commands)
    return commands.choices[command]


def _subparsers(parser):
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return action
    return None


def _positional(
    parser, command: str, below: list[str], position: int, given: list[str]
) -> list[str]:
    actions = [action for action in parser._actions if not action.option_strings]
    if not actions:
        return []
    action = actions[min(position, len(actions) - 1)]
    if action.choices:
        return [str(choice) for choice in action.choices]
    return _names(action.dest, below, given)


def _values(command: str, words: list[str], position: int) -> list[str]:
    if command == "lifecycle":
        return (
            _nodes()
            if position == 0
            else ["activate", "cleanup", "configure", "deactivate", "shutdown"]
        )
    if words[0] in ("load", "unload", "list") and position == 0:
        return [
            name.removesuffix("/_container/list_nodes")
            for name in _graph().services()
            if name.endswith("/_container/list_nodes")
        ]
    if words[0] in ("load", "types", "standalone"):
        from baton.cli.packages import packages

        return list(packages())
    return []


def _graph():
    from baton.graph.graph import look

    return look()


def _nodes() -> list[str]:
    return [one for one in _graph().nodes()]


def _names(dest: str, below: list[str], given: list[str]) -> list[str]:
    """Names that are there now, for an argument of this kind."""
    if dest in ("node_name",):
        return _nodes()
    if dest == "topic_name":
        return list(_graph().topics())
    if dest == "service_name":
        return list(_graph().services())
    if dest == "action_name":
        return list(_graph().actions())
    if dest in ("message_type", "topic_type", "service_type", "action_type", "type"):
        from baton.cli.interface import all_types

        folders = {
            "message_type": "msg",
            "topic_type": "msg",
            "service_type": "srv",
            "action_type": "action",
        }
        chosen = [folders[dest]] if dest in folders else ["msg", "srv", "action"]
        return [name for folder in chosen for name in all_types(folder)]
    if dest in ("package_name", "package_or_file"):
        if below[-1:] == ["package"]:
            from baton.definitions import list_packages

            return list_packages()
        from baton.cli.packages import packages

        return list(packages())
    if dest == "executable_name" and given:
        import os

        from baton.cli.packages import executables_of

        return [os.path.basename(path) for path in executables_of(given[0])]
    if dest == "rest" and given:
        return _of_launch(given)
    return []


def _of_launch(given: list[str]) -> list[str]:
    """Launch files of a package; behind one, its arguments."""
    import os

    from baton.cli.launch import description_of, find_launch_file, launch_files_of
    from baton.cli.own_packages import take_own

    take_own()
    files = [one for one in given if ":=" not in one]
    if os.path.isfile(files[0]):
        path = files[0]
    elif len(files) == 1:
        return list(launch_files_of(files[0]))
    else:
        path = find_launch_file(files[0], files[1])
    return [f"{one.name}:=" for one in description_of(path).get_launch_arguments()]
