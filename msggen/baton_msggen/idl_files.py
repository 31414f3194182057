# SPDX-License-Identifier: Apache-2.0
"""Reads .idl files with the grammar of ROS's own parser (rosidl_parser).

The subset: modules, structs (several in a file, nested ones), constants in a module
`<Struct>_Constants`, typedefs also of arrays and sequences, bounded strings and sequences,
one-dimensional arrays, `@default`, and any other annotation, which is ignored.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path

from lark import Token, Tree
from lark.exceptions import LarkError, UnexpectedInput
from rosidl_parser import definition as idl
from rosidl_parser import parser as ros

from .draft import DraftField, DraftFile, DraftMessage
from .errors import DefinitionError, Finding
from .model import Constant, Field, Kind, Shape, TypeName
from .names import CPP_KEYWORDS

_KINDS = {
    "boolean": Kind.BOOLEAN,
    "octet": Kind.BYTE,
    "char": Kind.CHARACTER,
    "wchar": Kind.WIDE_CHARACTER,
    "int8": Kind.INT8,
    "uint8": Kind.UINT8,
    "int16": Kind.INT16,
    "uint16": Kind.UINT16,
    "int32": Kind.INT32,
    "uint32": Kind.UINT32,
    "int64": Kind.INT64,
    "uint64": Kind.UINT64,
    "float": Kind.FLOAT32,
    "double": Kind.FLOAT64,
}

_SUFFIXES = {
    "msg": [""],
    "srv": ["_Request", "_Response"],
    "action": ["_Goal", "_Result", "_Feedback"],
}

_NO_NESTING = "arrays and sequences cannot contain each other: put the inner one into a struct"


def read_idl(path: Path, package: str) -> DraftFile:
    """The structures of one file; raises DefinitionError."""
    try:
        tree = ros.get_ast_from_idl_string(path.read_text(encoding="utf-8"))
    except UnexpectedInput as error:
        seen = str(getattr(error, "token", getattr(error, "char", ""))).strip()
        raise DefinitionError(
            Finding(
                path,
                max(error.line, 0) if isinstance(error.line, int) else 0,
                f'"{seen}" is not expected here: modules, structs, constants and typedefs are'
                " understood, with the types that ROS 2 has"
                if seen
                else "the file ends too early: a brace or semicolon is missing",
            )
        ) from error
    except (LarkError, UnicodeDecodeError, OSError) as error:
        raise DefinitionError(Finding(path, 0, f"cannot be read: {error}")) from error
    return _File(path, package, tree).read()


class _File:
    def __init__(self, path: Path, package: str, tree: Tree):
        self._path = path
        self._package = package
        self._tree = tree
        self._findings: list[Finding] = []
        self._constants: dict[str, object] = {}  # by plain name, for sizes
        self._typedefs: dict[str, idl.AbstractType] = {}
        self._structs: set[str] = set()

    def read(self) -> DraftFile:
        modules = dict(self._with_modules("struct_def"))
        constants = self._read_constants()
        self._insert_constants()
        self._read_typedefs()
        self._structs = {ros.get_child_identifier_value(tree) for tree in modules}
        messages = [self._message(tree, path, constants) for tree, path in modules.items()]
        interface = TypeName(
            self._package, messages[0].type.subfolder if messages else "msg", self._path.stem
        )
        self._check_parts(interface, [message.type.name for message in messages])
        if self._findings:
            raise DefinitionError(*self._findings)
        return DraftFile(
            interface,
            self._path,
            tuple(
                DraftMessage(one.type, interface, one.fields, one.constants, one.source)
                for one in messages
            ),
        )

    def _complain(self, line: int, message: str) -> None:
        self._findings.append(Finding(self._path, line, message))

    def _check_parts(self, interface: TypeName, names: list[str]) -> None:
        wanted = [interface.name + suffix for suffix in _SUFFIXES[interface.subfolder]]
        if interface.subfolder == "msg":
            if interface.name not in names:
                found = ", ".join(names) or "none"
                self._complain(
                    0, f"a struct {interface.name} is expected in this file, found: {found}"
                )
        elif names != wanted:
            self._complain(0, f"the structs {', '.join(wanted)} are expected, in this order")

    def _with_modules(self, kind: str) -> Iterator[tuple[Tree, list[str]]]:
        """The subtrees of a kind in order of the file, with the names of the modules around."""

        def walk(tree: Tree, path: list[str]) -> Iterator[tuple[Tree, list[str]]]:
            if tree.data == kind:
                yield tree, path
            if tree.data == "module_dcl":
                path = [*path, ros.get_first_identifier_value(tree)]
            for child in tree.children:
                if isinstance(child, Tree):
                    yield from walk(child, path)

        return walk(self._tree, [])

    def _read_constants(self) -> dict[str, list[Constant]]:
        found: dict[str, list[Constant]] = {}
        for tree, path in self._with_modules("const_dcl"):
            name = ros.get_child_identifier_value(tree)
            try:
                value = ros.get_const_expr_value(tree.children[-1])
                type_ = ros.get_abstract_type_from_const_expr(
                    next(tree.find_data("const_type")), value
                )
            except (AssertionError, StopIteration, KeyError, TypeError):
                self._complain(
                    _line(tree),
                    f'constant "{name}": only a literal of a basic type or string is understood',
                )
                continue
            self._constants[name] = value
            found.setdefault(path[-1] if path else "", []).append(
                Constant(name, _kind(type_), value)
            )
        return found

    def _read_typedefs(self) -> None:
        for tree, _ in self._with_modules("typedef_dcl"):
            declarator = tree.children[0]
            try:
                type_ = ros.get_abstract_type(declarator.children[0])
                name = declarator.children[1].children[0]
                type_ = ros.get_abstract_type_optionally_as_array(type_, name)
            except AssertionError as error:
                self._complain(_line(tree), f"typedef: {error or 'not understood'}")
                continue
            self._typedefs[ros.get_first_identifier_value(name)] = type_

    def _message(
        self, tree: Tree, path: list[str], constants: dict[str, list[Constant]]
    ) -> DraftMessage:
        name = ros.get_child_identifier_value(tree)
        if len(path) != 2 or path[0] != self._package or path[1] not in _SUFFIXES:
            where = "::".join([*path, name])
            self._complain(
                _line(tree),
                f"struct {where}: it belongs into `module {self._package} {{ module msg {{`"
                " (or srv, or action)",
            )
            path = [self._package, "msg"]
        fields = []
        for member in (child for child in tree.iter_subtrees_topdown() if child.data == "member"):
            fields += self._fields(member)
        names = [entry.field.name for entry in fields]
        for entry in fields:
            if names.count(entry.field.name) > 1:
                self._complain(entry.line, f'"{entry.field.name}" is defined more than once')
        type_name = TypeName(self._package, path[1], name)
        return DraftMessage(
            type_name,
            type_name,
            tuple(fields),
            tuple(constants.get(name + idl.CONSTANT_MODULE_SUFFIX, ())),
            self._path,
        )

    def _fields(self, member: Tree) -> Iterator[DraftField]:
        """A line of a struct may declare several fields."""
        line = _line(member)
        spec = next(child for child in member.children if child.data == "type_spec")
        if len(list(spec.find_data("sequence_type"))) > 1:
            self._complain(line, _NO_NESTING)
            return
        for declarator in member.find_data("declarator"):
            found = idl.Member(idl.BasicType("octet"), ros.get_first_identifier_value(declarator))
            found.annotations += ros.get_annotations(member)
            try:
                # Made anew for each: ROS's functions change what they are given.
                found.type = ros.get_abstract_type_optionally_as_array(
                    ros.get_abstract_type_from_type_spec(spec), declarator
                )
                field = self._field(found)
            except AssertionError as error:
                what = str(error).partition(":")[0] or "this type"
                self._complain(line, f'field "{found.name}": not understood: {what}')
                continue
            except ValueError as error:
                self._complain(line, f'field "{found.name}": {error}')
                continue
            if field.name in CPP_KEYWORDS:
                self._complain(line, f'field "{field.name}" is a keyword of C++: rename it')
            yield DraftField(field, line)

    def _field(self, member: idl.Member) -> Field:
        type_ = self._without_typedefs(member.type)
        shape, count = Shape.SINGLE, 0
        if isinstance(type_, idl.Array):
            shape, count = Shape.ARRAY, type_.size
        elif isinstance(type_, idl.BoundedSequence):
            shape, count = Shape.BOUNDED_SEQUENCE, type_.maximum_size
        elif isinstance(type_, idl.UnboundedSequence):
            shape = Shape.SEQUENCE
        element = type_
        if isinstance(type_, idl.AbstractNestedType):
            element = self._without_typedefs(type_.value_type)
            if isinstance(element, idl.AbstractNestedType):
                raise ValueError(_NO_NESTING)
        default = None
        if member.has_annotation("default"):
            default = self._default(member.get_annotation_value("default")["value"], shape)
        bound = getattr(element, "maximum_size", 0)
        return Field(member.name, _kind(element), shape, count, bound, _nested(element), default)

    def _default(self, value: object, shape: Shape) -> object:
        """Of arrays and sequences it is the text of a Python tuple, as ROS writes it."""
        if shape is Shape.SINGLE:
            return value
        try:
            read = literal_eval(value)
            return tuple(read) if isinstance(read, (tuple, list)) else (read,)
        except (ValueError, SyntaxError, TypeError):
            raise ValueError(f'default {value!r}: write @default (value="(1, 2, 3)")') from None

    def _insert_constants(self) -> None:
        """ROS's functions know sizes that are numbers only."""
        for size in self._tree.find_data("positive_int_const"):
            names = [one.value for one in size.scan_values(_is_identifier)]
            if not names:
                continue
            value = self._constants.get(names[-1])
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                self._complain(
                    _line(size),
                    f'"{names[-1]}" is no constant of this file that is a whole number from 1',
                )
                value = 1
            size.children = [Tree("decimal_literal", [Token("DIGITS", str(value))])]

    def _without_typedefs(self, type_: idl.AbstractType) -> idl.AbstractType:
        for _ in range(len(self._typedefs) + 1):
            if isinstance(type_, idl.NamedType):
                if type_.name in self._typedefs:
                    type_ = self._typedefs[type_.name]
                elif type_.name in self._structs:
                    return idl.NamespacedType([self._package, "msg"], type_.name)
                else:
                    raise ValueError(
                        f'unknown type "{type_.name}": a typedef or struct of this file, or'
                        " package::msg::Type"
                    )
            elif isinstance(type_, idl.NamespacedType) and type_.name in self._typedefs:
                type_ = self._typedefs[type_.name]
            else:
                return type_
        raise ValueError("its typedefs refer to each other in a circle")


def _is_identifier(one: object) -> bool:
    return isinstance(one, Token) and one.type == "IDENTIFIER"


def _line(tree: Tree) -> int:
    tokens = tree.scan_values(lambda one: isinstance(one, Token))
    return next((token.line for token in tokens), 0)


def _kind(type_: idl.AbstractType) -> Kind:
    if isinstance(type_, idl.AbstractString):
        return Kind.STRING
    if isinstance(type_, idl.AbstractWString):
        return Kind.WIDE_STRING
    if isinstance(type_, idl.NamespacedType):
        return Kind.MESSAGE
    kind = _KINDS.get(type_.typename)
    if kind is None:
        raise ValueError(f'type "{type_.typename}" is not supported by ROS 2: use double')
    return kind


def _nested(type_: idl.AbstractType) -> TypeName | None:
    if not isinstance(type_, idl.NamespacedType):
        return None
    if len(type_.namespaces) != 2:
        name = "::".join(type_.namespaced_name())
        raise ValueError(f'type "{name}": write it as package::msg::Type')
    return TypeName(*type_.namespaces, type_.name)
