# SPDX-License-Identifier: Apache-2.0
"""Which topics are recorded or played."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from baton.graph.graph import is_hidden

_EVENT = "/_service_event"


def event_topic(service: str) -> str:
    """Where service introspection publishes."""
    return absolute(service).rstrip("/") + _EVENT


def service_of(topic: str) -> str | None:
    """The service whose events the topic has; None for other topics."""
    return topic.removesuffix(_EVENT) if topic.endswith(_EVENT) else None


def absolute(name: str) -> str:
    return name if name.startswith("/") else "/" + name


@dataclass
class Selection:
    """Names are absolute; a regular expression is looked for anywhere in a name."""

    all_topics: bool = False
    all_services: bool = False
    topics: set[str] = field(default_factory=set)
    services: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    regex: re.Pattern | None = None
    exclude_topics: set[str] = field(default_factory=set)
    exclude_services: set[str] = field(default_factory=set)
    exclude_types: set[str] = field(default_factory=set)
    exclude_regex: re.Pattern | None = None
    hidden: bool = False

    def takes(self, topic: str, type_name: str) -> bool:
        is_event = topic.endswith(_EVENT)
        service = topic.removesuffix(_EVENT)
        shown = service if is_event else topic
        if self.exclude_regex and self.exclude_regex.search(shown):
            return False
        if is_event:
            if service in self.exclude_services:
                return False
            wanted = self.all_services or service in self.services or topic in self.topics
            return wanted or self._matches(service)
        if topic in self.exclude_topics or type_name in self.exclude_types:
            return False
        if topic in self.topics:
            return True
        if is_hidden(topic) and not self.hidden:
            return False
        return self.all_topics or type_name in self.types or self._matches(topic)

    def _matches(self, name: str) -> bool:
        everything = self.all_topics or self.all_services
        return bool(self.regex and not everything and self.regex.search(name))

    def is_empty(self) -> bool:
        """Nothing is asked for."""
        named = (self.topics, self.services, self.types, self.regex)
        return not (self.all_topics or self.all_services or any(named))
