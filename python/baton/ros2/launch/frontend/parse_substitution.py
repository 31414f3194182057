# SPDX-License-Identifier: Apache-2.0
"""Texts with $(name argument ...) as substitutions.

A backslash goes, and takes the meaning of the character behind it. Spaces part arguments; quotes
keep them together, and may contain substitutions themselves.
"""

from ..errors import UnmatchedSubstitution
from ..substitution import Substitution
from .expose import instantiate_substitution


def parse_substitution(text: str) -> list[Substitution]:
    """Throws InvalidLaunchFileError."""
    return _Reader(text).template()


def parse_if_substitutions(value):
    """A text with $( as substitutions, alone and in a list; other texts without their backslashes.

    Throws ValueError where what is left of a list has several types.
    """
    if isinstance(value, str):
        parts = parse_substitution(value)
        return parts[0].text if "$(" not in value else parts
    if not isinstance(value, list):
        return value
    items = [parse_if_substitutions(item) for item in value]
    kinds = {type(item) for item in items if not isinstance(item, (list, str))}
    if len(kinds) > 1:
        raise ValueError(f"the items of {value} have several types")
    return items


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def _more(self) -> bool:
        return self._at < len(self._text)

    def template(self) -> list[Substitution]:
        return self._until("") or [_text("")]

    def _until(self, ends: str) -> list[Substitution]:
        """Texts and substitutions up to, without, one of these characters."""
        parts: list[Substitution] = []
        plain = ""
        while self._more():
            character = self._text[self._at]
            if character in ends:
                break
            following = self._text[self._at + 1 : self._at + 2]
            if character == "\\" and following:
                plain += following
                self._at += 2
            elif character == "$" and following == "(":
                if plain:
                    parts.append(_text(plain))
                    plain = ""
                parts.append(self._substitution())
            else:
                plain += character
                self._at += 1
        if plain:
            parts.append(_text(plain))
        return parts

    def _substitution(self) -> Substitution:
        start = self._at
        self._at += 2
        self._skip_spaces()
        begin = self._at
        while (
            self._more() and not self._text[self._at].isspace() and self._text[self._at] not in "()"
        ):
            self._at += 1
        name = self._text[begin : self._at]
        arguments = []
        while True:
            self._skip_spaces()
            if not self._more():
                raise UnmatchedSubstitution(f"'{self._text[start:]}' has no closing )")
            if self._text[self._at] == ")":
                self._at += 1
                break
            arguments.append(self._argument(start))
        if not name:
            raise UnmatchedSubstitution(f"'{self._text[start : self._at]}' has no name")
        return instantiate_substitution(name, arguments)

    def _argument(self, start: int) -> list[Substitution]:
        """Pieces without a space between them: quoted or not."""
        pieces: list[Substitution] = []
        while self._more() and not self._text[self._at].isspace() and self._text[self._at] != ")":
            quote = self._text[self._at]
            if quote in "\"'":
                self._at += 1
                inner = self._until(quote)
                if not self._more():
                    raise UnmatchedSubstitution(
                        f"'{self._text[start:]}' has a quote {quote} without its end"
                    )
                self._at += 1
                pieces += inner or [_text("")]
            else:
                pieces += self._unquoted()
        return pieces

    def _unquoted(self) -> list[Substitution]:
        """Up to a space, a quote or the closing parenthesis; pairs of parentheses stay inside."""
        plain, depth = "", 0
        while self._more():
            character = self._text[self._at]
            following = self._text[self._at + 1 : self._at + 2]
            if character == "$" and following == "(":
                before = [_text(plain)] if plain else []
                return [*before, self._substitution()]
            if character == "\\" and following:
                plain += following
                self._at += 2
                continue
            if character.isspace() or character in "\"'" or (character == ")" and depth == 0):
                break
            depth += {"(": 1, ")": -1}.get(character, 0)
            plain += character
            self._at += 1
        return [_text(plain)] if plain else []

    def _skip_spaces(self) -> None:
        while self._more() and self._text[self._at].isspace():
            self._at += 1


def _text(text: str) -> Substitution:
    from ..substitutions.basic import TextSubstitution

    return TextSubstitution(text=text)
