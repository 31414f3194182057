# SPDX-License-Identifier: Apache-2.0
"""Actions that write a line of the launch."""

from ..action import Action
from ..frontend.expose import expose_action
from ..utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of

_LEVELS = {"debug": 10, "info": 20, "warn": 30, "warning": 30, "error": 40, "critical": 50}


@expose_action("log")
class Log(Action):
    """Writes a line with a level: debug, info, warning or error."""

    def __init__(self, *, msg, level="info", logger_name=None, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__msg = normalize_to_list_of_substitutions(msg)
        self.__level = normalize_to_list_of_substitutions(level)
        self.__logger = logger_name or "launch.user"

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["msg"] = parser.parse_substitution(entity.get_attr("message"))
        level = entity.get_attr("level", optional=True)
        if cls is not Log:
            return cls, kwargs
        if level is None:
            # <log> without a level is what ROS 2 has had longest: an info.
            return LogInfo, kwargs
        return cls, {**kwargs, "level": parser.parse_substitution(level)}

    @property
    def msg(self) -> list:
        return self.__msg

    def describe(self) -> str:
        return f"{type(self).__name__}({text_of(self.__msg)})"

    def execute(self, context) -> None:
        from ..logging import get_logger

        level = perform_substitutions(context, self.__level).lower()
        if level not in _LEVELS:
            raise ValueError(f"log level '{level}': there are {', '.join(_LEVELS)}")
        get_logger(self.__logger).log(_LEVELS[level], perform_substitutions(context, self.__msg))


@expose_action("log_info")
class LogInfo(Log):
    """Writes a line with level info."""

    def __init__(self, *, msg, **kwargs) -> None:
        super().__init__(msg=msg, level="info", **kwargs)


@expose_action("log_debug")
class LogDebug(Log):
    """Writes a line with level debug, which the screen shows with --debug alone."""

    def __init__(self, *, msg, **kwargs) -> None:
        super().__init__(msg=msg, level="debug", **kwargs)


@expose_action("log_warning")
class LogWarning(Log):
    """Writes a line with level warning."""

    def __init__(self, *, msg, **kwargs) -> None:
        super().__init__(msg=msg, level="warning", **kwargs)


@expose_action("log_error")
class LogError(Log):
    """Writes a line with level error."""

    def __init__(self, *, msg, **kwargs) -> None:
        super().__init__(msg=msg, level="error", **kwargs)
