# SPDX-License-Identifier: Apache-2.0
"""Launch files of XML and YAML: entities are read, and classes that were exposed made of them."""

from .entity import Entity
from .expose import (
    expose_action,
    expose_substitution,
    instantiate_action,
    instantiate_substitution,
)
from .parser import InvalidFrontendLaunchFileError, Parser

__all__ = [
    "Entity",
    "InvalidFrontendLaunchFileError",
    "Parser",
    "expose_action",
    "expose_substitution",
    "instantiate_action",
    "instantiate_substitution",
]
