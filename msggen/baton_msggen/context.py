# SPDX-License-Identifier: Apache-2.0
"""What the writers ask about the types of one package and those it contains."""

from __future__ import annotations

from .description import Descriptions
from .layout import Layouts
from .model import Field, Interface, Message, Package, Shape, TypeName
from .names import detail_path


class Context:
    def __init__(self, package: Package):
        self.package = package
        self._messages = {message.type: message for message in package.all_messages()}
        self._messages.update(package.dependencies)
        self.layouts = Layouts(self.message)
        self.descriptions = Descriptions(self.message)

    def message(self, name: TypeName) -> Message:
        return self._messages[name]

    def nested_headers(self, interface: Interface, suffix: str) -> set[str]:
        """The headers of this kind of all messages that those of the interface contain."""
        holders = {
            self._messages[field.nested].header
            for message in interface.messages
            for field in message.fields
            if field.nested is not None
        }
        return {f"<{detail_path(holder, suffix)}>" for holder in holders - {interface.type}}

    def is_bounded(self, message: Message) -> bool:
        """Neither strings nor sequences without a bound, at any depth."""
        return all(self._is_bounded_field(field) for field in message.fields)

    def _is_bounded_field(self, field: Field) -> bool:
        if field.shape is Shape.SEQUENCE:
            return False
        if field.nested is not None:
            return self.is_bounded(self.message(field.nested))
        return not field.is_string or field.string_bound > 0
