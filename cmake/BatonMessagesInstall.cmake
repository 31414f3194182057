# SPDX-License-Identifier: Apache-2.0
# What is installed of a package of interfaces, and what find_package() reads of it: a part of
# BatonMessages.cmake.

include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)
include(GNUInstallDirs)

# Where ament puts packages of Python, if ament makes the package's environment; else where colcon looks
# for them. Call this when the package is complete.
function(_baton_install_python package folder)
  get_property(is_ament GLOBAL PROPERTY BATON_AMENT_PACKAGE_${package})
  set(destination "${PYTHON_INSTALL_DIR}")
  if(NOT is_ament OR NOT destination)
    get_property(generate GLOBAL PROPERTY BATON_MSGGEN_COMMAND)
    list(GET generate 0 python)
    execute_process(
      COMMAND ${python} -c
              "import sys; print('lib/python%d.%d/site-packages' % sys.version_info[:2])"
      OUTPUT_VARIABLE destination
      OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  # A package may have code in Python besides: then this is its package's file.
  set(exclude "")
  if(EXISTS ${PROJECT_SOURCE_DIR}/${package}/__init__.py)
    set(exclude REGEX "/${package}/__init__\\.py$" EXCLUDE)
  endif()
  install(DIRECTORY ${folder}/${package} DESTINATION ${destination} ${exclude})
endfunction()

# Baton's own packages have ROS's names, so they are installed where they cannot hide those of a
# ROS.
function(_baton_install_folders include lib share)
  if(BATON_ROS_PREFIX)
    set(${include} ${BATON_ROS_PREFIX}/include PARENT_SCOPE)
    set(${lib} ${BATON_ROS_PREFIX}/lib PARENT_SCOPE)
    set(${share} ${BATON_ROS_PREFIX}/share PARENT_SCOPE)
  else()
    set(${include} ${CMAKE_INSTALL_INCLUDEDIR} PARENT_SCOPE)
    set(${lib} ${CMAKE_INSTALL_LIBDIR} PARENT_SCOPE)
    set(${share} ${CMAKE_INSTALL_DATADIR} PARENT_SCOPE)
  endif()
endfunction()

function(_baton_install_interfaces target package include_folder files derived dependencies)
  _baton_install_folders(include lib data)
  set(share ${data}/${package})
  set(development "${CMAKE_INSTALL_DEFAULT_COMPONENT_NAME}")
  if(BATON_ROS_PREFIX)
    set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME runtime)
  endif()
  install(TARGETS ${target} EXPORT ${target}-targets DESTINATION ${lib})
  _baton_install_links(${target} ${lib})
  set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME "${development}")
  install(
    EXPORT ${target}-targets
    NAMESPACE ${package}::
    DESTINATION ${share}/cmake)
  install(
    DIRECTORY ${include_folder}/${package}
    DESTINATION ${include}/${package}
    FILES_MATCHING
    PATTERN "*.h"
    PATTERN "*.hpp")

  # All targets of a package share one entry: each target writes it with what came before.
  get_property(index GLOBAL PROPERTY BATON_INDEX_OF_${package})
  foreach(file IN LISTS files)
    _baton_place_of(kind package_folder ${file})
    cmake_path(GET file FILENAME name)
    install(FILES ${file} DESTINATION ${share}/${kind})
    string(APPEND index "${kind}/${name}\n")
  endforeach()
  foreach(file IN LISTS derived)
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET folder FILENAME kind)
    cmake_path(GET file FILENAME name)
    install(FILES ${file} DESTINATION ${share}/${kind})
    string(APPEND index "${kind}/${name}\n")
  endforeach()
  set_property(GLOBAL PROPERTY BATON_INDEX_OF_${package} "${index}")
  set(index_file ${CMAKE_BINARY_DIR}/rosidl_interfaces/${package})
  file(CONFIGURE OUTPUT ${index_file} CONTENT "${index}")
  install(FILES ${index_file} DESTINATION ${data}/ament_index/resource_index/rosidl_interfaces)
  _baton_configure_interfaces(${target} ${package} ${include_folder} ${package_folder}/package.xml
                              "${dependencies}")
endfunction()

# ROS has a library for each form of type support, which programs open by its name. Here one has them
# all; that of a part of Baton is libbaton.
function(_baton_install_links target lib)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL INTERFACE_LIBRARY)
    file(RELATIVE_PATH library ${CMAKE_INSTALL_PREFIX}/${lib} ${CMAKE_INSTALL_FULL_LIBDIR})
    cmake_path(APPEND library $<TARGET_SONAME_FILE_NAME:baton>)
    _baton_install_link(${library} ${lib} ${target}__rosidl_typesupport_cpp)
    _baton_install_link(${library} ${lib} ${target}__rosidl_typesupport_introspection_cpp)
  else()
    # No generator expression: ament replaces install() by a function of an older policy.
    get_target_property(name ${target} OUTPUT_NAME)
    set(library ${CMAKE_SHARED_LIBRARY_PREFIX}${name}${CMAKE_SHARED_LIBRARY_SUFFIX})
    string(REPLACE __rosidl_typesupport_cpp __rosidl_typesupport_introspection_cpp name ${name})
    _baton_install_link(${library} ${lib} ${name})
  endif()
endfunction()

function(_baton_install_link library lib name)
  if(NOT IS_ABSOLUTE ${lib})
    set(lib "\${CMAKE_INSTALL_PREFIX}/${lib}")
  endif()
  set(link ${lib}/${CMAKE_SHARED_LIBRARY_PREFIX}${name}${CMAKE_SHARED_LIBRARY_SUFFIX})
  install(
    CODE "\
  message(STATUS \"Installing: \$ENV{DESTDIR}${link}\")
  file(MAKE_DIRECTORY \"\$ENV{DESTDIR}${lib}\")
  file(CREATE_LINK \"${library}\" \"\$ENV{DESTDIR}${link}\" SYMBOLIC)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"${link}\")")
endfunction()

# Writes what find_package(<package>) reads of one target that makes interfaces.
function(_baton_configure_interfaces target package include_folder manifest dependencies)
  include(CMakePackageConfigHelpers)
  _baton_install_folders(include lib data)
  # The variables that the template uses.
  set(BATON_PACKAGE ${package})
  set(BATON_TARGET ${target})
  set(BATON_DEPENDENCIES ${dependencies})
  set(BATON_SHARE ${data}/${package})
  set(BATON_HEADERS ${include}/${package})
  set(part ${include_folder}/${target}-interfaces.cmake)
  configure_package_config_file(
    ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/interfaces-config.cmake.in ${part}
    INSTALL_DESTINATION ${BATON_SHARE}/cmake
    PATH_VARS BATON_SHARE BATON_HEADERS
    NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)

  get_property(parts GLOBAL PROPERTY BATON_INTERFACES_OF_${package})
  set_property(GLOBAL APPEND PROPERTY BATON_INTERFACES_OF_${package} ${part})
  if(NOT parts)
    # ament_package(), if there is one, comes later. Arguments of a deferred call are expanded when
    # it runs, so EVAL expands them now.
    cmake_language(
      EVAL CODE
      "cmake_language(DEFER DIRECTORY [[${PROJECT_SOURCE_DIR}]]
                      CALL _baton_install_interfaces_config ${package}
                      [[${manifest}]] [[${data}]] [[${include_folder}]])")
  endif()
endfunction()

# The package's own <package>Config.cmake, which ament_package() makes otherwise.
function(_baton_install_interfaces_config package manifest data folder)
  get_property(is_ament GLOBAL PROPERTY BATON_AMENT_PACKAGE_${package})
  if(is_ament)
    return()
  endif()
  set(share ${data}/${package})
  get_property(parts GLOBAL PROPERTY BATON_INTERFACES_OF_${package})
  set(config "# SPDX-License-Identifier: Apache-2.0\n")
  foreach(part IN LISTS parts)
    cmake_path(GET part FILENAME name)
    string(APPEND config "include(\"\${CMAKE_CURRENT_LIST_DIR}/${name}\")\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/${package}Config.cmake CONTENT "${config}" @ONLY)
  install(FILES ${parts} ${folder}/${package}Config.cmake DESTINATION ${share}/cmake)

  set(version 0.0.0)
  if(EXISTS ${manifest})
    file(STRINGS ${manifest} line REGEX "<version>" LIMIT_COUNT 1)
    string(REGEX REPLACE ".*<version[^>]*> *([0-9.]+).*" "\\1" version "${line}")
    install(FILES ${manifest} DESTINATION ${share})
  endif()
  include(CMakePackageConfigHelpers)
  write_basic_package_version_file(${folder}/${package}ConfigVersion.cmake VERSION ${version}
                                   COMPATIBILITY AnyNewerVersion)
  install(FILES ${folder}/${package}ConfigVersion.cmake DESTINATION ${share}/cmake)
  file(WRITE ${folder}/packages/${package} "")
  install(FILES ${folder}/packages/${package}
          DESTINATION ${data}/ament_index/resource_index/packages)
endfunction()

cmake_policy(POP)
