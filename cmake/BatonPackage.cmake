# SPDX-License-Identifier: Apache-2.0
# Debian packages, made by `make package`: baton (what programs need to run), baton-dev (what packages
# are built with) and baton-tools (examples and perf_test).

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME baton)
set(CPACK_PACKAGE_VENDOR Baton)
set(CPACK_PACKAGE_CONTACT "The Baton developers <baton@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_COMPONENTS_ALL runtime development tools)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Libraries of the packages themselves, which dpkg-shlibdeps meets while it looks.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
    ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${CMAKE_INSTALL_FULL_LIBDIR})
set(CPACK_DEBIAN_PACKAGE_SECTION misc)

set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Libraries of messages and nodes, and the component containers")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME baton)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
# Of the command `baton`. The extension is of one version of Python, and its messages have numpy's arrays.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "python3, python3-yaml")
if(TARGET baton_native)
  get_target_property(versions baton_native BATON_PYTHON_VERSIONS)
  string(APPEND CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS ", python3-numpy, ${versions}")
else()
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "python3-numpy")
endif()

set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Headers, CMake packages under ROS 2's names, and the generator of messages")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME baton-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "baton (= ${PROJECT_VERSION}), g++, cmake, python3 (>= 3.10)")
# What the packages under ROS's names lead to, where the system has it.
if(BATON_HAS_COMPONENTS AND BATON_DEBIAN_class_loader)
  string(
    APPEND
    CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    ", librcutils-dev, librcpputils-dev, libclass-loader-dev, libament-index-cpp-dev, libconsole-bridge-dev"
  )
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS
    "ament-cmake, ament-cmake-ros, ament-lint, python3-rosidl")

set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Examples, and perf_test, which measures")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME baton-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "baton (= ${PROJECT_VERSION})")

include(CPack)
