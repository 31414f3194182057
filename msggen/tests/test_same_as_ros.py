# SPDX-License-Identifier: Apache-2.0
"""Definition files mean what ROS's own parser makes of them, where that is installed.

Where ours is different on purpose, DIFFERENT says why.
"""

import contextlib
import io
import random
import re

import pytest
from baton_msggen.definition_files import read_definition
from baton_msggen.errors import LineError
from baton_msggen.line_parser import KINDS, parse_line
from baton_msggen.model import Constant, Shape
from baton_msggen.names import CPP_KEYWORDS
from conftest import INTERFACES

ros = pytest.importorskip(
    "rosidl_adapter.parser", reason="ROS's parser to compare with is not installed (python3-rosidl)"
)

# Unknown escapes, which both leave as they are.
pytestmark = pytest.mark.filterwarnings("ignore:invalid escape sequence:DeprecationWarning")

LINES = 12_000
SEED = 20240117
REJECTED = "rejected"

# (line, what it is here, why it is something else in ROS)
DIFFERENT = [
    ("  int32 a", "field", "ROS refuses an indented field"),
    ("time a", REJECTED, "ROS's parser knows it from ROS 1, and ROS 2 has no such type"),
    ("duration[] a", REJECTED, "as time"),
    ("Go_Request a", REJECTED, "ROS's parser takes it, and its generators fail later"),
    ("robot/Sample_Go a", REJECTED, "the same"),
    ("int32 class", REJECTED, "it is a keyword of C++; in ROS its compiler fails"),
    (r'string[] a ["a\"b\"c"]', "field", "ROS loses its place behind the second escaped quote"),
    (r'string[] a ["say \"b\""]', "field", "ROS overlooks the quote behind an escaped one"),
]

NASTY = r"""
string a
string a b
string a ''
string a "
string a '
string a "'"
string a "it's"
string a 'it's'
string a 'it\'s'
string a "a\"b"
string a "\"
string a '\\'
string a \t\n\x41
string a 'ends in \'
string a  "  b  "
string a [b]
string a a b  c
string<=3 a abc
string<=3 a 'abc'
string<=3 a "a\"b"
string<=3 a abcd
string<=03 a
string<=+3 a
string<=1_0 a
string<=-3 a
string<=0 a
string<= a
string<=x a
string <=3 a
string<=3[] a
string<=3[2] a [abc, 'de']
string<=3[<=2] a ["abc", "defg"]
string<=3<=4 a
string<=3[[2] a
string[2]<=3 a
string<3 a
wstring a 'é'
wstring<=1 a é
string[] a []
string[] a [ ]
string[] a [a,]
string[] a ['a', ]
string[] a [,a]
string[] a [a,,b]
string[] a ['a'b]
string[] a ['a' 'b']
string[] a ["a"'b']
string[] a ['a'"b"]
string[] a ['a, b', c , "d"]
string[] a ["a\"b", 'c']
string[] a ['a"b']
string[] a ['"a"']
string[] a ["'a'"]
string[] a [' a ']
string[] a ['a'
string[] a 'a'
string[] a ['a]
string[] a [a'b']
string[] a ["'a"]
string[] a ["a'"]
string[] a [x\ty]
string[2] a ['a']
string[<=1] a ['a', 'b']
string A=
string A=''
string A='a'
string A = a b
string A=a=b
string A="a
string A='it's'
string<=3 A=a
string[] A=[a]
wstring A='é'
int32 A=1
int32 A = 0x10
int32 A=010
int32 A=-010
int32 A=0b11
int32 A=0o17
int32 A=1_000
int32 A=1__0
int32 A=
int32 A==1
int32 A=1.0
int32 A='1'
int32 a=1
int32 A__B=1
int32 A_=1
int32 _A=1
int32 A1_2=1
int32 Ab=1
int32 A 1
int8 a -128
int8 a -129
int8 a 0x80
int8 a -0x80
uint8 a -1
uint64 a 18446744073709551615
uint64 a 18446744073709551616
int64 a -9223372036854775808
byte a 0xff
byte a 256
char a 255
char a 'a'
char a -1
bool a TRUE
bool a 1
bool a 2
bool a yes
bool[] a [true, False,0 , 1]
bool[2] a [true]
float32 a 1e400
float64 a nan
float64 a -inf
float32 a 1,5
float32 a .5
float32 a 1_0.5
float64[] a [1, 2.5,-3e-2]
int32[] a [1, 2]
int32[] a [1,]
int32[] a [ ]
int32[] a []
int32[] a [1 2]
int32[2] a [1, 2]
int32[2] a [1, 2, 3]
int32[<=2] a [1]
int32[<=2] a [1, 2, 3]
int32[02] a
int32[+2] a
int32[1_0] a
int32[0] a
int32[-1] a
int32[<=0] a
int32[<=] a
int32[<3] a
int32[2.0] a
int32[x] a
int32[ ] a
int32[ a
int32] a
int32[]] a
int32[[]] a
int32[2][3] a
int32[]a a
int32<=3 a
Part a
Part a 1
Part a []
Part[] a
Part[<=3] a [1]
Part<=3 a
part a
arm/Part a
arm/part a
Arm/Part a
arm_/Part a
arm__b/Part a
a1/Part a
/Part a
arm/ a
arm/msg/Part a
arm::Part a
Part A=1
int32
int32 #a
int32 a#b
int32 a # b = c
string a 'b#c'
int32 a b
int32 a 1 2
int32 1a
int32 a_
int32 a__b
int32 aB
int32 a-b
int32 é
int32 a ٣
int32[٣] a
float32 a ٣
---
#
# int32 a
=
a=b
= a
A=1
int32 =1
"""


def of_ours(line):
    try:
        found = parse_line(line, "robot")
    except LineError:
        return REJECTED
    return None if found is None else described(found)


def of_ros(line):
    try:
        # ROS's parser prints what it raises.
        with contextlib.redirect_stderr(io.StringIO()):
            found = ros.parse_message_string("robot", "Line", line)
    except Exception:
        return REJECTED
    elements = [*map(ros_field, found.fields), *map(ros_constant, found.constants)]
    return elements[0] if elements else None


def described(element):
    """As text, in which 1, 1.0 and True are different, and nan equals itself."""
    if isinstance(element, Constant):
        return f"constant {element.name} {element.kind.name} {element.value!r}"
    one = element
    default = list(one.default) if isinstance(one.default, tuple) else one.default
    return (
        f"field {one.name} {one.kind.name} {one.nested} {one.string_bound} {one.shape.value}"
        f" {one.count} {default!r}"
    )


def ros_constant(found):
    return f"constant {found.name} {KINDS[found.type].name} {without_escapes(found.value)!r}"


def ros_field(found):
    type_ = found.type
    kind = KINDS[type_.type].name if type_.is_primitive_type() else "MESSAGE"
    nested = None if type_.is_primitive_type() else f"{type_.pkg_name}/msg/{type_.type}"
    shape = Shape.SINGLE
    if type_.is_array:
        shape = Shape.ARRAY if type_.array_size else Shape.SEQUENCE
    if type_.is_upper_bound:
        shape = Shape.BOUNDED_SEQUENCE
    return (
        f"field {found.name} {kind} {nested} {type_.string_upper_bound or 0} {shape.value}"
        f" {type_.array_size or 0} {without_escapes(found.default_value)!r}"
    )


def without_escapes(value):
    """ROS's next step, .idl, understands the escapes of single strings."""
    if isinstance(value, str) and "\\" in value:
        with contextlib.suppress(UnicodeError):
            return value.encode().decode("unicode_escape").encode("latin-1").decode()
    return value


def is_different_on_purpose(line):
    text = line.partition("#")[0].replace("\t", " ")
    type_text, _, rest = text.strip().partition(" ")
    base = re.split(r"[\[<]", type_text)[0]
    name = rest.strip().partition(" ")[0]
    escaped_quotes = re.findall(r"\\[\"']+", rest)
    return (
        text[:1].isspace()
        or base in ("time", "duration")
        or re.fullmatch(r"(\w*/)?(Sample_\w*|\w*_(Request|Response|Goal|Result|Feedback))", base)
        or name in CPP_KEYWORDS
        or ("[" in type_text and (len(escaped_quotes) > 1 or any(len(e) > 2 for e in escaped_quotes)))
    )


class Lines:
    """Lines of a grammar, many of them nearly right."""

    TYPES = [*KINDS, "Part", "arm/Part", "string<=3", "wstring<=2", "string<=0", "int", "Arm/Part"]
    SHAPES = ["", "", "", "[]", "[]", "[2]", "[<=2]", "[0]", "[<=x]", "[03]", "[1_0]", "[2][2]"]
    NAMES = ["a", "b_1", "a_", "a__b", "A", "A_B", "A__", "aB", "1", "é", ""]
    NUMBERS = ["0", "1", "-1", "+7", "127", "128", "-129", "255", "256", "010", "0x1F", "-0x80", "0b1",
               "0o7", "1_0", "1.5", "-2e3", "1e400", "nan", "inf", "true", "FALSE", "2147483648",
               "-9223372036854775808", "18446744073709551616", "", "x", " 5 ", "0x", ".5"]  # fmt: skip
    CHARACTERS = "\"\"''\\\\,,[] =#ab1_-.x\tté"

    def __init__(self, seed):
        self._random = random.Random(seed)
        self._choice = self._random.choice

    def line(self):
        type_text = self._mostly(self.TYPES, 15) + self._mostly(self.SHAPES, 7)
        name = self._mostly(self.NAMES, 2)
        line = f"{type_text}{self._blanks()}{name}{self._blanks()}{self._default(type_text)}"
        if self._random.random() < 0.25:
            type_text = self._mostly(self.TYPES, 15)
            name = self._mostly(["A", "B_1", *self.NAMES], 2)
            line = f"{type_text} {name}{self._choice(['=', ' = '])}{self._value(type_text)}"
        if self._random.random() < 0.1:
            line += self._choice([" # note", "#note", "  "])
        return self._with_a_slip(line) if self._random.random() < 0.2 else line

    def _mostly(self, values, usual):
        """One of the first ones, which are usual, and sometimes any."""
        return self._choice(values[:usual] if self._random.random() < 0.9 else values)

    def _blanks(self):
        return self._choice([" ", " ", " ", "  ", "\t"])

    def _default(self, type_text):
        if self._random.random() < 0.2:
            return ""
        if "[" not in type_text or self._random.random() < 0.05:
            return self._value(type_text)
        count = 2 if self._random.random() < 0.6 else self._random.randrange(4)
        values = [self._value(type_text) for _ in range(count)]
        return f"[{self._choice([',', ', ', ' , ', ' ']).join(values)}{self._choice(['', '', ','])}]"

    def _value(self, type_text):
        if "string" not in type_text:
            return self._mostly(self.NUMBERS, 2 if self._random.random() < 0.6 else 9)
        quote = self._choice(['"', "'", ""])
        text = "".join(self._choice(self.CHARACTERS) for _ in range(self._random.randrange(6)))
        return quote + (text if self._random.random() < 0.3 else re.sub(r"[\"'#=]", "c", text)) + quote

    def _with_a_slip(self, line):
        at = self._random.randrange(len(line))
        more = self._choice(["", *self.CHARACTERS, "/", "<", "="])
        return line[:at] + more + line[at + self._random.randrange(2) :]


@pytest.mark.parametrize("line", NASTY.splitlines())
def test_a_nasty_line_means_the_same(line):
    assert not is_different_on_purpose(line)
    assert of_ours(line) == of_ros(line)


def test_thousands_of_lines_mean_the_same():
    lines = Lines(SEED)
    results = {"same": 0, REJECTED: 0, "skipped": 0}
    different = []
    for _ in range(LINES):
        line = lines.line()
        if is_different_on_purpose(line):
            results["skipped"] += 1
            continue
        ours, theirs = of_ours(line), of_ros(line)
        if ours != theirs:
            different.append(f"{line!r}: ours {ours}, ROS's {theirs}")
        results[REJECTED if ours == REJECTED else "same"] += 1
    assert not different, "\n".join(different[:20])
    # Otherwise the grammar would not show much.
    assert results["same"] > LINES / 4, results
    assert results[REJECTED] > LINES / 4, results
    assert results["skipped"] < LINES / 20, results


@pytest.mark.parametrize(("line", "here", "why"), DIFFERENT)
def test_a_line_is_different_on_purpose(line, here, why):
    assert is_different_on_purpose(line), why
    ours = of_ours(line)
    assert (ours == REJECTED) == (here == REJECTED), why
    assert ours != of_ros_or_none(line), why


def of_ros_or_none(line):
    try:
        return of_ros(line)
    except KeyError:  # a type that only ROS knows
        return None


def test_definitions_of_all_packages_mean_the_same():
    folders = (INTERFACES, INTERFACES.parent / "msggen" / "tests" / "golden" / "definitions")
    files = [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".msg", ".srv", ".action")
    ]
    assert len(files) > 200
    for path in files:
        package = path.parent.parent.name
        messages = read_definition(path, package).messages
        theirs = list(messages_of_ros(path, package))
        assert len(messages) == len(theirs), path
        for ours, other in zip(messages, theirs, strict=True):
            fields = [described(one.field) for one in ours.fields]
            assert fields == list(map(ros_field, other.fields)), path
            assert list(map(described, ours.constants)) == list(map(ros_constant, other.constants))


def messages_of_ros(path, package):
    if path.suffix == ".msg":
        return [ros.parse_message_file(package, path)]
    if path.suffix == ".srv":
        found = ros.parse_service_file(package, path)
        return [found.request, found.response]
    found = ros.parse_action_file(package, path)
    return [found.goal, found.result, found.feedback]
