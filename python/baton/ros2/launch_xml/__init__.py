# SPDX-License-Identifier: Apache-2.0
"""Launch files of XML."""

from . import launch_description_sources
from .entity import Entity
from .parser import Parser

__all__ = ["Entity", "Parser", "launch_description_sources"]
