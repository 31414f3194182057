# SPDX-License-Identifier: Apache-2.0
from baton_msggen.context import Context
from baton_msggen.layout import fnv1a_64


def layout_of(workspace, text, *dependencies):
    workspace.read_message(text, *dependencies)
    context = Context(workspace.read("robot", *dependencies))
    message = next(one for one in context.package.messages if one.type.name == "Thing")
    return context.layouts.of(message)


def offsets(layout):
    return [field.offset_bytes for field in layout.fields]


def test_fields_are_naturally_aligned_in_definition_order(workspace):
    layout = layout_of(workspace, "int8 a\nint64 b\nbool c\nint32 d\nint16 e\n")
    assert offsets(layout) == [0, 8, 16, 20, 24]
    assert (layout.size_bytes, layout.alignment, layout.plain) == (32, 8, True)


def test_strings_and_sequences_are_sixteen_bytes(workspace):
    text = "int8 a\nstring b\nwstring<=4 c\nint8[] d\nbool[<=9] e\nint8 f\n"
    layout = layout_of(workspace, text)
    assert offsets(layout) == [0, 8, 24, 40, 56, 72]
    assert (layout.size_bytes, layout.plain) == (80, False)


def test_nested_messages_and_arrays_lie_inline(workspace):
    workspace.write("robot/msg/Part.msg", "int16 a\nint8 b\n")
    layout = layout_of(workspace, "int8 a\nPart b\nPart[3] c\nint8[3] d\nstring[2] e\n")
    assert offsets(layout) == [0, 2, 6, 18, 24]
    assert (layout.size_bytes, layout.alignment) == (56, 8)


def test_an_empty_message_has_one_byte(workspace):
    layout = layout_of(workspace, "")
    assert (layout.size_bytes, layout.alignment, layout.plain) == (1, 1, True)


def test_a_message_with_a_nested_string_is_not_plain(workspace):
    workspace.write("robot/msg/Part.msg", "string a\n")
    assert not layout_of(workspace, "Part a\n").plain


def test_the_hash_is_that_of_the_documented_text(workspace):
    layout = layout_of(workspace, "uint8 a\nfloat64[2] b\nstring<=3[<=4] c\n")
    assert layout.layout_hash == fnv1a_64(b"L1 40,8;0,3,0,0;8,11,1,2;24,17,2,0;")


def test_the_hash_sees_the_layout_of_nested_messages(workspace):
    workspace.write("robot/msg/Part.msg", "int32 a\n")
    first = layout_of(workspace, "Part[] a\n").layout_hash
    workspace.write("robot/msg/Part.msg", "uint32 a\n")
    assert layout_of(workspace, "Part[] a\n").layout_hash != first


def test_the_hash_does_not_see_names_and_bounds(workspace):
    first = layout_of(workspace, "int32[<=3] a\nstring<=5 b\n").layout_hash
    assert layout_of(workspace, "int32[<=4] x\nstring<=6 y\n").layout_hash == first


def test_fnv_has_the_published_values():
    assert fnv1a_64(b"") == 0xCBF29CE484222325
    assert fnv1a_64(b"foobar") == 0x85944171F73967E8
