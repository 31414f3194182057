# SPDX-License-Identifier: Apache-2.0
"""What Baton raises, under the names of rclpy."""


class Error(RuntimeError):
    """Something could not be set up or handed over; the text says why, and what cures it."""


RCLError = Error


class InvalidHandle(RuntimeError):
    """A node, publisher or the like was used after it was destroyed."""


class NotInitializedException(RuntimeError):
    """init() has not been called."""

    def __init__(self, *args: object) -> None:
        super().__init__(": ".join(["baton.init() has not been called", *map(str, args)]))


class ContextAlreadyInitialized(RuntimeError):
    """init() was called twice."""


class NodeNameNonExistentError(Error):
    """There is no node of that name: it may just have gone."""


class NameValidationException(ValueError):
    """A name that ROS forbids."""


class InvalidNamespaceException(NameValidationException):
    pass


class InvalidNodeNameException(NameValidationException):
    pass


class InvalidTopicNameException(NameValidationException):
    pass


class InvalidServiceNameException(NameValidationException):
    pass


class UnknownROSArgsError(RuntimeError):
    pass


RCLInvalidROSArgsError = UnknownROSArgsError


class NoTypeSupportImportedException(ImportError):
    pass


class ParameterException(Exception):
    """Base of what is wrong with parameters."""


class ParameterNotDeclaredException(ParameterException):
    pass


class ParameterAlreadyDeclaredException(ParameterException):
    pass


class InvalidParameterException(ParameterException):
    pass


class InvalidParameterTypeException(ParameterException):
    pass


class InvalidParameterValueException(ParameterException):
    pass


class ParameterImmutableException(ParameterException):
    pass


class ParameterUninitializedException(ParameterException):
    pass


class ROSInterruptException(Exception):
    """The context was shut down while something slept."""
