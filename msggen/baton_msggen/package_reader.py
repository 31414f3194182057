# SPDX-License-Identifier: Apache-2.0
"""Reads the definition files of a package, finds the types they name and derives what ROS derives.

A dependency is one folder or more with msg/, srv/ and action/ below; of it only those files are
read that are needed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from .definition_files import read_definition
from .draft import DraftFile, DraftMessage
from .errors import DefinitionError, Finding
from .line_parser import KINDS
from .model import Action, Field, Kind, Message, Package, Service, Shape, TypeName
from .names import CPP_KEYWORDS, close_match, is_package_name

# ROS gives a structure without fields this one; it is in the type hash and on the wire.
PLACEHOLDER = Field("structure_needs_at_least_one_member", Kind.UINT8)

_UUID = TypeName("unique_identifier_msgs", "msg", "UUID")
_TIME = TypeName("builtin_interfaces", "msg", "Time")
_EVENT_INFO = TypeName("service_msgs", "msg", "ServiceEventInfo")


class PackageReader:
    """Afterwards `files_read` are all files that the result depends on."""

    def __init__(self, name: str, dependencies: Mapping[str, Sequence[Path]]):
        self._name = name
        self._folders = dependencies
        self._own: dict[TypeName, DraftMessage] = {}
        self._foreign: dict[TypeName, DraftMessage] = {}
        self._messages: dict[TypeName, Message] = {}
        self._findings: list[Finding] = []
        self.files_read: list[Path] = []

    def read(self, files: Iterable[Path]) -> Package:
        files = list(files)
        self._check_name(files[0])
        drafts = [self._own_file(path) for path in files]
        self._stop_at_findings()

        messages: list[Message] = []
        services: list[Service] = []
        actions: list[Action] = []
        for draft in drafts:
            if draft.interface.subfolder == "srv":
                services.append(self._service(draft))
            elif draft.interface.subfolder == "action":
                actions.append(self._action(draft))
            else:
                messages += self._in_order_of_use(draft)
        self._stop_at_findings()
        dependencies = {
            name: message
            for name, message in sorted(self._messages.items())
            if name.package != self._name
        }
        return Package(self._name, tuple(messages), tuple(services), tuple(actions), dependencies)

    def _stop_at_findings(self) -> None:
        if self._findings:
            raise DefinitionError(*dict.fromkeys(self._findings))

    def _check_name(self, where: Path) -> None:
        name = self._name
        if not is_package_name(name):
            cure = "lower case letters, digits and single underscores, beginning with a letter"
        elif name in CPP_KEYWORDS or name in ("baton", "std"):
            cure = "it is a namespace in C++, and this one is taken: rename the package"
        else:
            return
        raise DefinitionError(Finding(where, 0, f'"{name}" is no name for a package: {cure}'))

    def _own_file(self, path: Path) -> DraftFile | None:
        self.files_read.append(path)
        try:
            draft = _read_file(path, self._name)
        except DefinitionError as error:
            self._findings += error.findings
            return None
        for message in draft.messages:
            other = self._own.setdefault(message.type, message)
            if other is not message:
                self._complain(
                    message, 0, f"{message.type} is already defined by {other.source}: remove one"
                )
        return draft

    def _complain(self, where: DraftMessage, line: int, message: str) -> None:
        self._findings.append(Finding(where.source, line, message))

    # Types

    def _resolve(self, draft: DraftMessage, holders: tuple[TypeName, ...] = ()) -> Message:
        """The message with all that it contains resolved before it."""
        known = self._messages.get(draft.type)
        if known is not None:
            return known
        fields = []
        for entry in draft.fields:
            field = entry.field
            if field.nested is not None:
                path = (*holders, draft.type)
                if field.nested in path:
                    circle = (*path[path.index(field.nested) :], field.nested)
                    self._complain(
                        draft,
                        entry.line,
                        f'field "{field.name}": {field.nested.name} contains itself'
                        f" ({' -> '.join(map(str, circle))}):"
                        " messages cannot be recursive, refer by an index or a name",
                    )
                else:
                    nested = self._find(draft, entry.line, field)
                    if nested is not None:
                        self._resolve(nested, path)
            fields.append(field)
        message = Message(
            draft.type,
            tuple(fields) or (PLACEHOLDER,),
            draft.constants,
            draft.source,
            None if draft.interface == draft.type else draft.interface,
        )
        self._messages[draft.type] = message
        return message

    def _find(self, holder: DraftMessage, line: int, field: Field) -> DraftMessage | None:
        """The definition of a nested type; None after a complaint."""
        name = field.nested
        found = self._own.get(name) or self._foreign.get(name)
        if found is not None:
            return found
        if name.package == self._name:
            self._complain(holder, line, self._explain_own(holder, field))
            return None
        if name.package not in self._folders:
            self._complain(holder, line, self._explain_package(name, field))
            return None
        path = _file_of(name, self._folders[name.package])
        if path is None:
            self._complain(holder, line, self._explain_foreign(name, field))
            return None
        self.files_read.append(path)
        try:
            draft = _read_file(path, name.package)
        except DefinitionError as error:
            self._findings += error.findings
            return None
        self._foreign.update({message.type: message for message in draft.messages})
        return self._foreign.get(name)

    def _explain_own(self, holder: DraftMessage, field: Field) -> str:
        name = field.nested.name
        what = f'unknown type "{name}" in field "{field.name}": '
        definition = f"msg/{name}.msg"
        if (holder.source.parent.parent / definition).exists():
            return what + (
                f"{definition} exists, but is not among the files of this package: list it in"
                " rosidl_generate_interfaces"
            )
        here = [one.name for one in self._own if one.subfolder == "msg"]
        elsewhere = {
            one: f"{package}/{one}"
            for package, folders in sorted(self._folders.items(), reverse=True)
            for one in _names_in(folders)
        }
        primitive = f'"{name.lower()}", or ' if name.lower() in KINDS else ""
        if name in elsewhere:
            return what + f'did you mean {primitive}"{elsewhere[name]}"?'
        if primitive:
            return what + f'did you mean "{name.lower()}"?'
        near = close_match(name, here) or close_match(name, elsewhere)
        if near:
            meant = near if near in here else elsewhere[near]
            return what + f'did you mean "{meant}"?'
        return what + (
            f"package {self._name} has no {definition}; a type of another package is written"
            ' "package/Type"'
        )

    def _explain_package(self, name: TypeName, field: Field) -> str:
        what = f'field "{field.name}" of type "{name.package}/{name.name}": '
        near = close_match(name.package, [*self._folders, self._name])
        if near:
            what += f'did you mean "{near}/{name.name}"? Otherwise: '
        return what + (
            f'package "{name.package}" is not among the dependencies: find_package({name.package})'
            f" and add it to DEPENDENCIES of rosidl_generate_interfaces"
        )

    def _explain_foreign(self, name: TypeName, field: Field) -> str:
        what = f'unknown type "{name.package}/{name.name}" in field "{field.name}": '
        near = close_match(name.name, _names_in(self._folders[name.package]))
        if near:
            return what + f'did you mean "{name.package}/{near}"?'
        folders = ", ".join(str(folder / name.subfolder) for folder in self._folders[name.package])
        return what + f"there is no {name.name}.msg in {folders}"

    # What ROS derives

    def _in_order_of_use(self, draft: DraftFile) -> list[Message]:
        """The messages of a file, each after those that it contains."""
        for message in draft.messages:
            self._resolve(message)
        own = {message.type for message in draft.messages}
        # Resolving enters nested messages first.
        return [message for name, message in self._messages.items() if name in own]

    def _derive(self, draft: DraftFile, name: str, fields: Sequence[tuple[str, object]]) -> Message:
        """A message of which ROS knows the fields: (name, TypeName, Kind or Field)."""
        made = []
        for field_name, what in fields:
            field = what if isinstance(what, Field) else Field(field_name, what)
            if isinstance(what, TypeName):
                field = Field(field_name, Kind.MESSAGE, nested=what)
            if field.nested is not None and field.nested not in self._messages:
                self._require(draft, field.nested)
            made.append(replace(field, name=field_name))
        interface = draft.interface
        type_name = replace(interface, name=name)
        message = Message(type_name, tuple(made), (), draft.path, interface)
        self._messages[type_name] = message
        return message

    def _require(self, draft: DraftFile, name: TypeName) -> None:
        """A type of another package that every service or action uses."""
        holder = draft.messages[0]
        if name.package not in self._folders and name not in self._own:
            kind = {"srv": "services", "action": "actions"}[draft.interface.subfolder]
            self._complain(
                holder,
                0,
                f'{kind} need the package "{name.package}": add it to DEPENDENCIES'
                f" (--include {name.package}=FOLDER)",
            )
            return
        found = self._find(holder, 0, Field("", Kind.MESSAGE, nested=name))
        if found is not None:
            self._resolve(found)

    def _service_of(
        self, draft: DraftFile, name: str, request: Message, response: Message
    ) -> Service:
        def at_most_one(part: Message) -> Field:
            return Field("", Kind.MESSAGE, Shape.BOUNDED_SEQUENCE, 1, nested=part.type)

        event = self._derive(
            draft,
            name + "_Event",
            [
                ("info", _EVENT_INFO),
                ("request", at_most_one(request)),
                ("response", at_most_one(response)),
            ],
        )
        return Service(replace(draft.interface, name=name), request, response, event)

    def _service(self, draft: DraftFile) -> Service:
        request, response = (self._resolve(part) for part in draft.messages)
        return self._service_of(draft, draft.interface.name, request, response)

    def _action(self, draft: DraftFile) -> Action:
        name = draft.interface.name
        goal, result, feedback = (self._resolve(part) for part in draft.messages)
        send_goal = self._service_of(
            draft,
            name + "_SendGoal",
            self._derive(
                draft, name + "_SendGoal_Request", [("goal_id", _UUID), ("goal", goal.type)]
            ),
            self._derive(
                draft, name + "_SendGoal_Response", [("accepted", Kind.BOOLEAN), ("stamp", _TIME)]
            ),
        )
        get_result = self._service_of(
            draft,
            name + "_GetResult",
            self._derive(draft, name + "_GetResult_Request", [("goal_id", _UUID)]),
            self._derive(
                draft,
                name + "_GetResult_Response",
                [("status", Kind.INT8), ("result", result.type)],
            ),
        )
        feedback_message = self._derive(
            draft, name + "_FeedbackMessage", [("goal_id", _UUID), ("feedback", feedback.type)]
        )
        return Action(
            draft.interface, goal, result, feedback, send_goal, get_result, feedback_message
        )


def _read_file(path: Path, package: str) -> DraftFile:
    if path.suffix == ".idl":
        return _read_idl(path, package)
    return read_definition(path, package)


def _read_idl(path: Path, package: str) -> DraftFile:
    try:
        # ROS's parser takes longer to load than all else, and is only needed here.
        from .idl_files import read_idl
    except ImportError as error:
        what = f"which {sys.executable or 'this Python'} cannot load ({error})"
        cure = "apt-get install python3-rosidl, or source the setup.bash of a ROS 2 and run CMake again"
        text = f".idl files are read with ROS's parser rosidl_parser, {what}: {cure}"
        raise DefinitionError(Finding(path, 0, text)) from None
    return read_idl(path, package)


def _file_of(name: TypeName, folders: Sequence[Path]) -> Path | None:
    for folder in folders:
        for suffix in (f".{name.subfolder}", ".idl"):
            path = folder / name.subfolder / (name.name + suffix)
            if path.is_file():
                return path
    # As in ROS, definitions may lie elsewhere or deeper.
    for folder in folders:
        path = folder / f"{name.name}.{name.subfolder}"
        if path.is_file():
            return path
        for path in sorted((folder / name.subfolder).glob(f"*/**/{name.name}.{name.subfolder}")):
            return path
    # An .idl may define more structures than the one it is named after.
    for folder in folders:
        for path in sorted((folder / name.subfolder).glob("*.idl")):
            text = path.read_text(encoding="utf-8", errors="replace")
            if re.search(rf"\bstruct\s+{name.name}\b", text):
                return path
    return None


def _names_in(folders: Sequence[Path]) -> list[str]:
    return sorted(
        path.stem
        for folder in folders
        for path in (folder / "msg").glob("*.*")
        if path.suffix in (".msg", ".idl")
    )
