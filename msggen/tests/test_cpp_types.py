# SPDX-License-Identifier: Apache-2.0
import math

import pytest
from baton_msggen.cpp_types import constant_declaration, literal, string_literal
from baton_msggen.model import Constant, Kind


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (Kind.INT32, -(2**31), "(-2147483647 - 1)"),
        (Kind.INT64, -(2**63), "(-9223372036854775807ll - 1)"),
        (Kind.INT64, 2**63 - 1, "9223372036854775807ll"),
        (Kind.UINT64, 2**64 - 1, "18446744073709551615ull"),
        (Kind.UINT32, 2**32 - 1, "4294967295u"),
        (Kind.BOOLEAN, True, "true"),
        (Kind.FLOAT32, 0.1, "0.1f"),
        (Kind.FLOAT32, 1.0, "1.0f"),
        (Kind.FLOAT32, 3e38, "3e+38f"),
        (Kind.FLOAT32, 1e39, "std::numeric_limits<float>::infinity()"),
        (Kind.FLOAT64, 0.1, "0.1"),
        (Kind.FLOAT64, 1e300, "1e+300"),
        (Kind.FLOAT64, -math.inf, "-std::numeric_limits<double>::infinity()"),
        (Kind.FLOAT64, math.nan, "std::numeric_limits<double>::quiet_NaN()"),
    ],
)
def test_numbers_keep_their_value(kind, value, expected):
    assert literal(kind, value) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", '"plain"'),
        ('a "b" \\', '"a \\"b\\" \\\\"'),
        ("é1", '"\\303\\2511"'),
        ("what??/", '"what\\077\\077/"'),
        ("a\nb", '"a\\nb"'),
    ],
)
def test_string_literals_are_ascii(text, expected):
    assert string_literal(text) == expected


def test_wide_literals_end_behind_an_escape():
    assert string_literal("é1😀", wide=True) == '"\\xe9" u"1\\xd83d" u"\\xde00" u""'


def test_constants_are_known_at_compile_time():
    byte = Constant("A", Kind.BYTE, 7)
    assert constant_declaration(byte) == "static constexpr std::uint8_t A = 7;"
    assert constant_declaration(Constant("A", Kind.STRING, "x")) == (
        'static constexpr ::baton::msg::StringConstant A{"x"};'
    )
