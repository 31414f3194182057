# SPDX-License-Identifier: Apache-2.0
"""Event handlers of launch tests."""

from launch.class_modules import module_for_each_class
from launch.event_handlers import OnProcessIO

__all__ = ["StdoutReadyListener"]


class StdoutReadyListener(OnProcessIO):
    """Visits `actions` when a process has written `ready_txt`."""

    def __init__(self, *, target_action=None, ready_txt: str, actions) -> None:
        self.__text = ready_txt
        self.__actions = list(actions)
        self.__seen: dict[str, str] = {}
        super().__init__(target_action=target_action, on_stdout=self.__on_stdout)

    def __on_stdout(self, event):
        # The text may come in two parts.
        seen = self.__seen.get(event.process_name, "") + event.text.decode(errors="replace")
        if self.__text in seen:
            self.__seen[event.process_name] = ""
            return self.__actions
        self.__seen[event.process_name] = seen[-len(self.__text) :]
        return None

    def describe(self):
        return super().describe()[0], self.__actions


module_for_each_class(__name__)
