# SPDX-License-Identifier: Apache-2.0
"""Keystores as `ros2 security` makes them, made with OpenSSL."""

import pathlib
import shutil

from machine import run

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<dds xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:noNamespaceSchemaLocation="http://www.omg.org/spec/DDS-Security/20170801/{schema}.xsd">
"""
GOVERNANCE = """<domain_access_rules><domain_rule>
  <domains><id_range><min>0</min><max>230</max></id_range></domains>
  <allow_unauthenticated_participants>false</allow_unauthenticated_participants>
  <enable_join_access_control>true</enable_join_access_control>
  <discovery_protection_kind>ENCRYPT</discovery_protection_kind>
  <liveliness_protection_kind>ENCRYPT</liveliness_protection_kind>
  <rtps_protection_kind>SIGN</rtps_protection_kind>
  <topic_access_rules><topic_rule>
    <topic_expression>*</topic_expression>
    <enable_discovery_protection>true</enable_discovery_protection>
    <enable_liveliness_protection>true</enable_liveliness_protection>
    <enable_read_access_control>true</enable_read_access_control>
    <enable_write_access_control>true</enable_write_access_control>
    <metadata_protection_kind>ENCRYPT</metadata_protection_kind>
    <data_protection_kind>ENCRYPT</data_protection_kind>
  </topic_rule></topic_access_rules>
</domain_rule></domain_access_rules>
</dds>
"""
PERMISSIONS = """<permissions><grant name="/{name}">
  <subject_name>CN=/{name}</subject_name>
  <validity><not_before>2013-10-26T00:00:00</not_before><not_after>2053-10-26T00:00:00</not_after></validity>
  <allow_rule>
    <domains><id>0</id></domains>
    <publish><topics>{publish}</topics></publish>
    <subscribe><topics>{subscribe}</topics></subscribe>
  </allow_rule>
  <default>DENY</default>
</grant></permissions>
</dds>
"""
# What every node of ROS 2 speaks, whatever its work.
OF_EVERY_NODE = (
    "ros_discovery_info",
    "rt/rosout",
    "rt/parameter_events",
    "*/describe_parametersRe*",
    "*/get_parameter*Re*",
    "*/list_parametersRe*",
    "*/set_parameters*Re*",
    "*/get_type_descriptionRe*",
)


def _topics(names):
    return "".join(f"<topic>{name}</topic>" for name in (*OF_EVERY_NODE, *names))


class Keystore:
    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        (folder / "private").mkdir(parents=True)
        self._key, self._certificate = folder / "private/ca.key.pem", folder / "ca.cert.pem"
        self._make_key(self._key)
        self._openssl(
            *("req", "-new", "-x509", "-days", "2", "-subj", "/CN=keystore"),
            *("-key", self._key, "-out", self._certificate),
        )
        self._sign("governance", HEAD.format(schema="omg_shared_ca_governance") + GOVERNANCE, folder)

    def add_enclave(self, name, publish=("*",), subscribe=("*",)):
        """The environment of a process in it."""
        folder = self.folder / "enclaves" / name
        folder.mkdir(parents=True)
        key, request = folder / "key.pem", folder / "request.pem"
        self._make_key(key)
        self._openssl("req", "-new", "-key", key, "-out", request, "-subj", f"/CN=\\/{name}")
        self._openssl(
            *("x509", "-req", "-in", request, "-days", "2", "-out", folder / "cert.pem"),
            *("-CA", self._certificate, "-CAkey", self._key, "-CAcreateserial"),
        )
        for certificate in ("identity_ca.cert.pem", "permissions_ca.cert.pem"):
            shutil.copy(self._certificate, folder / certificate)
        shutil.copy(self.folder / "governance.p7s", folder)
        permissions = HEAD.format(schema="omg_shared_ca_permissions") + PERMISSIONS.format(
            name=name, publish=_topics(publish), subscribe=_topics(subscribe)
        )
        self._sign("permissions", permissions, folder)
        return {
            "ROS_SECURITY_ENABLE": "true",
            "ROS_SECURITY_STRATEGY": "Enforce",
            "ROS_SECURITY_KEYSTORE": str(self.folder),
            "ROS_SECURITY_ENCLAVE_OVERRIDE": f"/{name}",
        }

    @staticmethod
    def _openssl(*words):
        run("openssl", *map(str, words))

    def _make_key(self, path):
        self._openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", path)

    def _sign(self, name, text, folder):
        (folder / f"{name}.xml").write_text(text)
        self._openssl(
            *("smime", "-sign", "-text", "-in", folder / f"{name}.xml"),
            *("-out", folder / f"{name}.p7s", "-signer", self._certificate, "-inkey", self._key),
        )
