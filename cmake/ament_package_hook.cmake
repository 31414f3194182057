# SPDX-License-Identifier: Apache-2.0
# Included by ament_package(): the interfaces of this package become parts of the configuration that it
# makes.
get_property(_baton_parts GLOBAL PROPERTY BATON_INTERFACES_OF_${PROJECT_NAME})
if(_baton_parts)
  list(APPEND ${PROJECT_NAME}_CONFIG_EXTRAS ${_baton_parts})
  set_property(GLOBAL PROPERTY BATON_AMENT_PACKAGE_${PROJECT_NAME} ON)
endif()
unset(_baton_parts)
