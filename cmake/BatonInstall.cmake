# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` copies: Baton itself, found by find_package(baton), and below BATON_ROS_PREFIX
# the packages under ROS's names.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/baton)
file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH lib_to_ros_lib ${CMAKE_INSTALL_FULL_LIBDIR}
     ${CMAKE_INSTALL_PREFIX}/${BATON_ROS_PREFIX}/lib)

set_target_properties(baton_actions baton_lifecycle
                      PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/${lib_to_ros_lib}")
set(to_libraries LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT
                 development)
install(TARGETS baton baton_compat EXPORT baton-targets ${to_libraries})
# libbaton opens this library at run time from its own folder; no target links it.
if(TARGET baton_fastdds)
  install(TARGETS baton_fastdds ${to_libraries})
endif()
# These link interface packages, which themselves need baton-targets.
install(TARGETS baton_actions EXPORT baton-actions-targets ${to_libraries})
install(TARGETS baton_lifecycle EXPORT baton-lifecycle-targets ${to_libraries})
set(exports baton-targets baton-actions-targets baton-lifecycle-targets)
if(BATON_HAS_COMPONENTS)
  set_target_properties(baton_component_manager PROPERTIES INSTALL_RPATH
                                                           "$ORIGIN;$ORIGIN/${lib_to_ros_lib}")
  install(TARGETS baton_component_library EXPORT baton-targets)
  install(TARGETS baton_component_manager EXPORT baton-component-manager-targets ${to_libraries})
  list(APPEND exports baton-component-manager-targets)
endif()
foreach(export IN LISTS exports)
  install(
    EXPORT ${export}
    NAMESPACE baton::
    DESTINATION ${package_dir})
endforeach()
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/include/baton ${PROJECT_BINARY_DIR}/generated/include/baton
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING
  PATTERN "*.hpp"
  PATTERN "*.h")
file(GLOB compat_packages ${PROJECT_SOURCE_DIR}/compat/*/include)
foreach(folder IN LISTS compat_packages)
  cmake_path(GET folder PARENT_PATH package)
  cmake_path(GET package FILENAME package)
  install(DIRECTORY ${folder}/ DESTINATION ${BATON_ROS_PREFIX}/include/${package})
endforeach()

set(BATON_MSGGEN_FOLDER ${CMAKE_INSTALL_DATADIR}/baton/msggen)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/baton-config.cmake.in ${PROJECT_BINARY_DIR}/baton-config.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS BATON_MSGGEN_FOLDER BATON_ROS_PREFIX)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/baton-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/baton-config.cmake ${PROJECT_BINARY_DIR}/baton-config-version.cmake
        ${PROJECT_SOURCE_DIR}/cmake/BatonMessages.cmake
        ${PROJECT_SOURCE_DIR}/cmake/BatonMessagesInstall.cmake
        ${PROJECT_SOURCE_DIR}/cmake/BatonMessagesPython.cmake
        ${PROJECT_SOURCE_DIR}/cmake/interfaces-config.cmake.in
        ${PROJECT_SOURCE_DIR}/cmake/ament_package_hook.cmake
        ${PROJECT_SOURCE_DIR}/cmake/BatonComponents.cmake
        ${PROJECT_SOURCE_DIR}/cmake/component_main.cpp.in
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

set(containers component_container component_container_mt component_container_isolated)
foreach(program IN LISTS containers ITEMS baton-component baton-lifecycle baton-observe)
  if(TARGET ${program})
    set_target_properties(
      ${program} PROPERTIES INSTALL_RPATH
                            "$ORIGIN/${bin_to_lib};$ORIGIN/${bin_to_lib}/${lib_to_ros_lib}")
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  endif()
endforeach()

if(TARGET perf_test)
  file(RELATIVE_PATH perf_to_lib ${CMAKE_INSTALL_PREFIX}/${BATON_EXAMPLES_PREFIX}/bin
       ${CMAKE_INSTALL_FULL_LIBDIR})
  set(library_folders "../lib" ${perf_to_lib} ${perf_to_lib}/${lib_to_ros_lib})
  list(TRANSFORM library_folders PREPEND "$ORIGIN/")
  set_target_properties(perf_test PROPERTIES INSTALL_RPATH "${library_folders}")
  install(TARGETS perf_test RUNTIME DESTINATION ${BATON_EXAMPLES_PREFIX}/bin COMPONENT tools)
  install(TARGETS performance_test LIBRARY DESTINATION ${BATON_EXAMPLES_PREFIX}/lib COMPONENT tools)
endif()

include(BatonPython)
include(BatonRosPackages)
include(BatonEnvironment)
