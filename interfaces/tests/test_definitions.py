# SPDX-License-Identifier: Apache-2.0
"""The definitions against rosbags' typestores of ROS distributions, and the generator's type hashes
against rosbags' own and against those that ROS publishes.
"""

import hashlib
import json
import re
import xml.etree.ElementTree as ElementTree
from graphlib import TopologicalSorter

import pytest
import rosbags_reading as ours
from generated_interfaces import describe
from rosbags.typesys import Stores, get_typestore
from rosbags.typesys.store import Typestore

OLDEST = Stores.ROS2_HUMBLE
NEWEST = Stores.ROS2_LYRICAL

# Not in ROS, or in packages that no typestore has.
OWN_PACKAGES = {"baton_test_msgs", "performance_test"}
PACKAGES_WITHOUT_STORE = OWN_PACKAGES | {"example_interfaces", "test_msgs"}
# Packages of the newest distribution that are left out.
LEFT_OUT_PACKAGES = {"rosbag2_interfaces"}
KEPT_AFTER_REMOVAL = {"geometry_msgs/msg/Pose2D"}

# Types that Humble has with other fields (F) or other constants (C); README.md says which.
CHANGED_SINCE_HUMBLE = {
    "lifecycle_msgs/msg/TransitionEvent": "F",
    "rcl_interfaces/msg/Log": "C",
    "rmw_dds_common/msg/Gid": "F",
    "sensor_msgs/msg/BatteryState": "C",
    "sensor_msgs/msg/NavSatStatus": "C",
    "sensor_msgs/msg/PointField": "C",
    "sensor_msgs/msg/Range": "F",
    "visualization_msgs/msg/Marker": "C",
}
NEW_SINCE_HUMBLE = {
    "geometry_msgs/msg/PolygonInstance",
    "geometry_msgs/msg/PolygonInstanceStamped",
    "geometry_msgs/msg/VelocityStamped",
    "nav_msgs/msg/Goals",
    "nav_msgs/msg/Trajectory",
    "nav_msgs/msg/TrajectoryPoint",
    "rcl_interfaces/msg/LoggerLevel",
    "rcl_interfaces/msg/SetLoggerLevelsResult",
    "rosgraph_msgs/msg/Action",
    "rosgraph_msgs/msg/Graph",
    "rosgraph_msgs/msg/InterfaceType",
    "rosgraph_msgs/msg/Node",
    "rosgraph_msgs/msg/QoSProfile",
    "rosgraph_msgs/msg/Service",
    "rosgraph_msgs/msg/Topic",
    "rosgraph_msgs/msg/TypeHash",
    "service_msgs/msg/ServiceEventInfo",
    "type_description_interfaces/msg/Field",
    "type_description_interfaces/msg/FieldType",
    "type_description_interfaces/msg/IndividualTypeDescription",
    "type_description_interfaces/msg/KeyValue",
    "type_description_interfaces/msg/TypeDescription",
    "type_description_interfaces/msg/TypeSource",
}

# rosbags knows no defaults: these are all that ROS's own packages have.
DEFAULTS = {
    "geometry_msgs/msg/Quaternion": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0},
    "rcl_interfaces/msg/ParameterDescriptor": {"read_only": False, "dynamic_typing": False},
    "sensor_msgs/msg/NavSatStatus": {"status": -2},
    "type_description_interfaces/msg/FieldType": {"type_id": 0},
    "type_description_interfaces/srv/GetTypeDescription_Request": {"include_type_sources": True},
}


@pytest.fixture(scope="module")
def definitions():
    return ours.all_definitions()


@pytest.fixture(scope="module")
def generated():
    return describe()


def messages_in_store(definitions):
    return {
        name: definition
        for name, definition in definitions.items()
        if "/msg/" in name and name.split("/")[0] not in PACKAGES_WITHOUT_STORE
    }


def comparable(definition):
    """Constants in any order, fields in theirs."""
    constants, fields = definition
    return sorted(map(repr, constants)), list(map(repr, fields))


def differences(one, other):
    """One letter for each kind: C constants, F fields."""
    (our_constants, our_fields), (their_constants, their_fields) = map(comparable, (one, other))
    return ("C" if our_constants != their_constants else "") + (
        "F" if our_fields != their_fields else ""
    )


def test_every_message_is_that_of_the_newest_distribution(definitions):
    store = get_typestore(NEWEST).fielddefs
    found = messages_in_store(definitions)
    changed = {
        name: (store[name], definition)
        for name, definition in found.items()
        if name in store and differences(store[name][:2], definition)
    }
    assert changed == {}
    assert found.keys() - store.keys() == KEPT_AFTER_REMOVAL


def test_no_message_of_the_newest_distribution_is_missing(definitions):
    missing = get_typestore(NEWEST).fielddefs.keys() - definitions.keys()
    assert {name.split("/")[0] for name in missing} == LEFT_OUT_PACKAGES


def test_what_was_removed_is_as_it_was_last(definitions):
    store = get_typestore(Stores.ROS2_KILTED).fielddefs
    for name in KEPT_AFTER_REMOVAL:
        assert differences(store[name][:2], definitions[name]) == ""


def test_differences_from_humble_are_those_recorded(definitions):
    store = get_typestore(OLDEST).fielddefs
    found = messages_in_store(definitions)
    changed = {
        name: differences(store[name][:2], definition)
        for name, definition in found.items()
        if name in store
    }
    assert {name: what for name, what in changed.items() if what} == CHANGED_SINCE_HUMBLE
    assert found.keys() - store.keys() == NEW_SINCE_HUMBLE


def test_the_readme_tells_of_every_difference_from_humble():
    text = (ours.INTERFACES / "README.md").read_text(encoding="utf-8")
    untold = [
        name
        for name in (*CHANGED_SINCE_HUMBLE, *NEW_SINCE_HUMBLE, *KEPT_AFTER_REMOVAL)
        if not re.search(rf"\b{name.rpartition('/')[2]}\b", text)
    ]
    assert untold == []


def test_the_generator_computes_the_hashes_that_rosbags_computes(generated):
    store = Typestore()
    store.fielddefs = ours.all_types()
    assert generated.keys() - store.fielddefs.keys() == ours.WIDE_STRINGS
    wrong = {
        name: (store.hash_rihs01(name), generated.get(name, {}).get("hash"))
        for name in store.fielddefs
        if store.hash_rihs01(name) != generated.get(name, {}).get("hash")
    }
    assert wrong == {}


def test_the_generator_hashes_wide_strings_as_type_18(generated):
    # rosbags cannot: spelled out, as REP 2016 has it.
    field_type = '{"type_id": 18, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}'
    text = (
        '{"type_description": {"type_name": "example_interfaces/msg/WString", "fields": '
        f'[{{"name": "data", "type": {field_type}}}]}}, "referenced_type_descriptions": []}}'
    )
    expected = "RIHS01_" + hashlib.sha256(text.encode()).hexdigest()
    assert generated["example_interfaces/msg/WString"]["hash"] == expected


def test_the_generator_computes_the_hashes_that_ros_publishes(generated):
    path = ours.INTERFACES / "tests" / "published_hashes.json"
    published = json.loads(path.read_text(encoding="utf-8"))
    wrong = {
        name: (hash_text, generated[name]["hash"])
        for name, hash_text in published.items()
        if generated[name]["hash"] != hash_text
    }
    assert wrong == {}


def test_the_generator_reads_the_constants_that_rosbags_reads(generated, definitions):
    for name, (constants, _) in definitions.items():
        read_by_rosbags = {}
        for constant, kind, value in constants:
            # rosbags leaves strings as they are written, quotes included.
            text = value.strip("\"'") if kind == "string" and len(value) > 1 else value
            read_by_rosbags[constant] = text
        assert generated[name]["constants"] == read_by_rosbags, name


def test_only_fields_that_have_a_default_in_ros_have_one_here(generated):
    found = {
        name: about["defaults"]
        for name, about in generated.items()
        if about.get("defaults") and name.split("/")[0] not in OWN_PACKAGES | {"test_msgs"}
    }
    assert found == DEFAULTS


def test_packages_name_what_they_use_and_nothing_else():
    depends = {}
    for package in ours.packages():
        xml = ElementTree.parse(package / "package.xml").getroot()
        assert xml.findtext("name") == package.name
        assert xml.findtext("license") == "Apache-2.0"
        depends[package.name] = {element.text for element in xml.iter("depend")}
        types = {}
        for path in ours.definition_files(package):
            if ours.type_name(path) not in ours.WIDE_STRINGS:
                types |= ours.read(path)
            types |= ours.derived(path)
        used = set(re.findall(r"'(\w+)/\w+/\w+'", repr([fields for _, fields in types.values()])))
        # A package that offers an action offers action_msgs' status and cancelling, too.
        if any(path.suffix == ".action" for path in ours.definition_files(package)):
            used.add("action_msgs")
        assert depends[package.name] == used - {package.name}, package.name
    TopologicalSorter(depends).prepare()  # raises if they depend on each other in a circle


def test_packages_have_the_version_of_the_project():
    text = (ours.INTERFACES.parent / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"^\s*VERSION (\d+\.\d+\.\d+)$", text, re.MULTILINE)[1]
    for package in ours.packages():
        xml = ElementTree.parse(package / "package.xml").getroot()
        assert xml.findtext("version") == version, package.name


def test_definitions_begin_with_the_licence_and_keep_to_100_columns():
    for package in ours.packages():
        for path in ours.definition_files(package):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert lines[0] == "# SPDX-License-Identifier: Apache-2.0", path
            assert max(map(len, lines)) <= 100, path
