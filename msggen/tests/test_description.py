# SPDX-License-Identifier: Apache-2.0
import hashlib

from baton_msggen.context import Context
from baton_msggen.description import hash_text
from conftest import INTERFACES


def standard(name, *dependencies):
    """Type name -> hash, of a package in interfaces/."""
    from baton_msggen.package_reader import PackageReader

    folder = INTERFACES / name
    files = sorted(folder.glob("*/*.msg")) + sorted(folder.glob("*/*.srv"))
    folders = {other: [INTERFACES / other] for other in dependencies}
    package = PackageReader(name, folders).read(files)
    context = Context(package)
    described = [*package.all_messages(), *package.services]
    return {str(one.type): hash_text(context.descriptions.hash(one)) for one in described}


def test_standard_types_have_the_hashes_that_ros_publishes():
    hashes = standard("std_msgs", "builtin_interfaces")
    assert hashes["std_msgs/msg/String"] == (
        "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"
    )
    assert hashes["std_msgs/msg/Empty"] == (
        "RIHS01_20b625256f32d5dbc0d04fee44f43c41e51c70d3502f84b4a08e7a9c26a96312"
    )


def test_a_service_has_a_hash_of_its_own():
    hashes = standard("std_srvs", "service_msgs", "builtin_interfaces")
    assert hashes["std_srvs/srv/SetBool"] == (
        "RIHS01_abe9e4bb6b41b40e6789712c00ec8871923e089af3f667a79992a428cff2da0a"
    )
    assert len(set(hashes.values())) == len(hashes)


def text_of(workspace, text, *dependencies):
    message = workspace.read_message(text, *dependencies)
    return Context(workspace.read("robot", *dependencies)).descriptions.text(message)


def test_the_description_has_the_order_and_separators_of_ros(workspace):
    assert text_of(workspace, "string<=3[<=4] a 'x'\n".replace(" 'x'", "")) == (
        '{"type_description": {"type_name": "robot/msg/Thing", "fields": [{"name": "a", "type":'
        ' {"type_id": 117, "capacity": 4, "string_capacity": 3, "nested_type_name": ""}}]},'
        ' "referenced_type_descriptions": []}'
    )


def test_defaults_and_constants_and_comments_are_no_part_of_it(workspace):
    plain = text_of(workspace, "int32 a\n")
    assert text_of(workspace, "# why\nint32 A=1\nint32 a 5 # how\n") == plain


def test_referenced_types_are_sorted_and_complete(workspace):
    text = text_of(workspace, "std_msgs/Header a\n", "std_msgs", "builtin_interfaces")
    assert text.index('"type_name": "builtin_interfaces/msg/Time"') < text.index(
        '"type_name": "std_msgs/msg/Header"'
    )


def test_the_hash_is_the_sha_256_of_the_text(workspace):
    message = workspace.read_message("int32 a\n")
    descriptions = Context(workspace.read("robot")).descriptions
    digest = hashlib.sha256(descriptions.text(message).encode()).digest()
    assert descriptions.hash(message) == digest
    assert hash_text(digest) == "RIHS01_" + digest.hex()
