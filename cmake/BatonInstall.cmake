# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` copies, so that find_package(baton) works from the prefix.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/baton)

install(TARGETS baton baton_compat EXPORT baton-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(
  EXPORT baton-targets
  NAMESPACE baton::
  DESTINATION ${package_dir})
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/include/baton ${PROJECT_BINARY_DIR}/generated/include/baton
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING
  PATTERN "*.hpp"
  PATTERN "*.h")
# Under the names of ROS 2's packages; a folder of its own, so that an installed ROS is not shadowed.
file(GLOB compat_packages ${PROJECT_SOURCE_DIR}/compat/*/include)
foreach(folder IN LISTS compat_packages)
  cmake_path(GET folder PARENT_PATH package)
  cmake_path(GET package FILENAME package)
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/baton_compat/${package})
endforeach()

set(BATON_MSGGEN_FOLDER ${CMAKE_INSTALL_DATADIR}/baton/msggen)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/baton-config.cmake.in ${PROJECT_BINARY_DIR}/baton-config.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS BATON_MSGGEN_FOLDER)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/baton-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/baton-config.cmake ${PROJECT_BINARY_DIR}/baton-config-version.cmake
        ${PROJECT_SOURCE_DIR}/cmake/BatonMessages.cmake
        ${PROJECT_SOURCE_DIR}/cmake/interfaces-config.cmake.in
  DESTINATION ${package_dir})

# The generator of message types, which packages that use Baton run in their builds.
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/msggen/baton_msggen
  DESTINATION ${CMAKE_INSTALL_DATADIR}/baton/msggen
  FILES_MATCHING
  PATTERN "*.py"
  PATTERN "__pycache__" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/msggen/__main__.py
        DESTINATION ${CMAKE_INSTALL_DATADIR}/baton/msggen)

if(TARGET perf_test)
  file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(perf_test PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
  install(TARGETS perf_test RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
