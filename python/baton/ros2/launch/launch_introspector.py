# SPDX-License-Identifier: Apache-2.0
"""A launch description as text, without running it."""


class LaunchIntrospector:
    def format_launch_description(self, launch_description) -> str:
        lines: list[str] = []
        self._entity(launch_description, "", "", lines)
        return "\n".join(lines)

    def _entity(self, entity, first: str, rest: str, lines: list[str]) -> None:
        condition = getattr(entity, "condition", None)
        suffix = f"  [{condition.describe()}]" if hasattr(condition, "describe") else ""
        lines.append(first + entity.describe() + suffix)
        children = [(None, child) for child in entity.describe_sub_entities()]
        for when, subs in entity.describe_conditional_sub_entities():
            children += [(when, child) for child in subs]
        for index, (when, child) in enumerate(children):
            last = index == len(children) - 1
            note = f"({when}) " if when and not when.startswith("if ") else ""
            branch = "└── " if last else "├── "
            self._entity(child, rest + branch + note, rest + ("    " if last else "│   "), lines)

    def format_event_handler(self, event_handler) -> str:
        return event_handler.describe()[0]
