# SPDX-License-Identifier: Apache-2.0
"""rclpy.type_description_service, by Baton: nodes serve their types' descriptions in C++."""

START_TYPE_DESCRIPTION_SERVICE_PARAM = "start_type_description_service"
