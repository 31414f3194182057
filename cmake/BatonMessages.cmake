# SPDX-License-Identifier: Apache-2.0
# C++ message types from ROS interface definitions. Inside Baton's own build, and for other projects
# after find_package(baton).
#
#   rosidl_generate_interfaces(<target> <file>... [DEPENDENCIES <package>...] [LIBRARY_NAME <name>]
#                              [SKIP_INSTALL] [ADD_LINTER_TESTS])
#     As ROS 2 packages call it: the package is PROJECT_NAME; files lie in msg/, srv/ and action/.
#
#   baton_generate_messages(<target> FILES <file>... [DEPENDENCIES <package>...] [PACKAGE <name>]
#                           [LIBRARY_NAME <name>] [SKIP_INSTALL] [PART_OF_BATON])
#     The same for a package of any name: that of the target unless PACKAGE says another.
#     PART_OF_BATON is for the packages that Baton itself needs: their code is in its library, made
#     of the static library <target>_types.
#
#   rosidl_get_typesupport_target(<variable> <target> <type support>)
#   rosidl_target_interfaces(<target> <interface target> <type support>)
#     What to link in the package that made <target>.
#
# Both make one shared library, <target>, known as <package>::<target>; all names that ROS packages
# link (<package>::<target>__rosidl_typesupport_cpp, ...) lead to it. Headers are made in the build
# folder before anything that links it is compiled. Library, headers, definitions, the package of
# Python and what find_package(<package>) reads are installed unless SKIP_INSTALL is given: the
# package's own <package>Config.cmake, or a part of the one that ament_package() makes.

include_guard(GLOBAL)
# Set here, whatever the caller's minimum version says: functions keep the policies under which they
# were defined.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

include(${CMAKE_CURRENT_LIST_DIR}/BatonMessagesInstall.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/BatonMessagesPython.cmake)

# The installed generator if baton-config.cmake says where it is, otherwise that of the source tree.
# Use properties, because functions are known everywhere and variables of this file are not.
if(NOT BATON_MSGGEN)
  cmake_path(SET BATON_MSGGEN NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../msggen)
endif()
set_property(GLOBAL PROPERTY BATON_MSGGEN ${BATON_MSGGEN})
set_property(
  GLOBAL
  PROPERTY BATON_TYPESUPPORTS
           rosidl_generator_cpp
           rosidl_typesupport_cpp
           rosidl_typesupport_introspection_cpp
           rosidl_typesupport_fastrtps_cpp)

# A macro, because ament keeps what it knows of PYTHONPATH in variables of the caller.
macro(rosidl_generate_interfaces target)
  set(_baton_arguments ${ARGN})
  if(ament_cmake_core_FOUND AND NOT "SKIP_INSTALL" IN_LIST _baton_arguments)
    find_package(ament_cmake_python QUIET)
    if(ament_cmake_python_FOUND)
      _ament_cmake_python_register_environment_hook()
    endif()
  endif()
  unset(_baton_arguments)
  _baton_rosidl_generate_interfaces(${target} ${ARGN})
endmacro()

function(_baton_rosidl_generate_interfaces target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ADD_LINTER_TESTS;SKIP_INSTALL;SKIP_GROUP_MEMBERSHIP_CHECK"
                        "LIBRARY_NAME" "DEPENDENCIES")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rosidl_generate_interfaces(${target}): no files. Name them behind the "
                        "target: rosidl_generate_interfaces(${target} msg/Name.msg)")
  endif()
  if(ament_cmake_core_FOUND AND NOT arg_SKIP_INSTALL AND NOT arg_SKIP_GROUP_MEMBERSHIP_CHECK)
    _baton_check_group_membership()
  endif()
  _baton_generate(${target} "${PROJECT_NAME}" "${arg_LIBRARY_NAME}" "${arg_SKIP_INSTALL}" OFF
                  "${arg_UNPARSED_ARGUMENTS}" "${arg_DEPENDENCIES}")
endfunction()

# As in ROS: other packages find packages of interfaces by this group. A project without a package.xml is
# no package of ROS, though a library that it finds may have found ament.
function(_baton_check_group_membership)
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/package.xml)
    return()
  endif()
  set(group rosidl_interface_packages)
  file(READ ${PROJECT_SOURCE_DIR}/package.xml manifest)
  if(NOT manifest MATCHES "<member_of_group[^>]*> *${group} *</member_of_group>")
    message(FATAL_ERROR "${PROJECT_NAME} installs interfaces: its package.xml needs the line "
                        "<member_of_group>${group}</member_of_group>")
  endif()
endfunction()

function(baton_generate_messages target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_INSTALL;PART_OF_BATON" "LIBRARY_NAME;PACKAGE"
                        "FILES;DEPENDENCIES")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_FILES)
    message(FATAL_ERROR "baton_generate_messages(${target}): "
                        "write (${target} FILES msg/Name.msg ... [DEPENDENCIES package ...]); "
                        "not understood: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_PACKAGE)
    set(arg_PACKAGE ${target})
  endif()
  _baton_generate(${target} "${arg_PACKAGE}" "${arg_LIBRARY_NAME}" "${arg_SKIP_INSTALL}"
                  "${arg_PART_OF_BATON}" "${arg_FILES}" "${arg_DEPENDENCIES}")
endfunction()

function(rosidl_get_typesupport_target variable target typesupport)
  get_property(typesupports GLOBAL PROPERTY BATON_TYPESUPPORTS)
  if(NOT typesupport IN_LIST typesupports)
    message(FATAL_ERROR "rosidl_get_typesupport_target(${target}): there is no ${typesupport} in "
                        "Baton, which has C++ types only: link rosidl_typesupport_cpp")
  endif()
  if(NOT TARGET ${target}__${typesupport})
    message(FATAL_ERROR "rosidl_get_typesupport_target: no interfaces are made for '${target}': "
                        "call rosidl_generate_interfaces(${target} ...) before")
  endif()
  # The target itself: packages make an alias of what they get, and there is none of an alias.
  get_target_property(aliased ${target}__${typesupport} ALIASED_TARGET)
  set(${variable} ${aliased} PARENT_SCOPE)
endfunction()

function(rosidl_target_interfaces target interface_target typesupport)
  rosidl_get_typesupport_target(library ${interface_target} ${typesupport})
  # Called without a keyword, as ROS does: the two kinds of call cannot be mixed.
  target_link_libraries(${target} ${library})
endfunction()

# ROS's rule: PointCloud2 -> point_cloud2
function(_baton_snake_case variable name)
  string(REGEX REPLACE "(.)([A-Z][a-z]+)" "\\1_\\2" name "${name}")
  string(REGEX REPLACE "([a-z0-9])([A-Z])" "\\1_\\2" name "${name}")
  string(TOLOWER "${name}" name)
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# The file is "msg/A.msg", an absolute path, or ROS's "<absolute folder>:msg/A.msg".
function(_baton_absolute_files variable files)
  set(found "")
  foreach(file IN LISTS files)
    if(file MATCHES "^(/[^:]*):(.+)$")
      set(file ${CMAKE_MATCH_1}/${CMAKE_MATCH_2})
    endif()
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "interface definition ${file} does not exist")
    endif()
    _baton_place_of(kind folder ${file})
    if(NOT kind)
      message(FATAL_ERROR "${file}: definitions end in .msg, .srv or .action, or in .idl and lie in "
                          "a folder msg/, srv/ or action/: rename or move it")
    endif()
    list(APPEND found ${file})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# Of a definition: msg, srv or action, and the folder that holds msg/, srv/ and action/. As in ROS, a
# definition may lie deeper (msg/radar/Track.msg) or elsewhere (services/Dock.srv), and its header
# does not.
function(_baton_place_of kind folder file)
  set(${kind} "" PARENT_SCOPE)
  if(file MATCHES "^(.*)/(msg|srv|action)/[^/]+\\.idl$")
    set(${kind} ${CMAKE_MATCH_2} PARENT_SCOPE)
    set(${folder} ${CMAKE_MATCH_1} PARENT_SCOPE)
  elseif(file MATCHES "^(.*)/(msg|srv|action)/.*\\.(msg|srv|action)$")
    set(${kind} ${CMAKE_MATCH_3} PARENT_SCOPE)
    set(${folder} ${CMAKE_MATCH_1} PARENT_SCOPE)
  elseif(file MATCHES "^(.*)/[^/]+\\.(msg|srv|action)$")
    set(${kind} ${CMAKE_MATCH_2} PARENT_SCOPE)
    set(${folder} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

# What is made in the folder of definitions and installed beside them, as in ROS: each as .idl, and the
# messages of services.
function(_baton_derived_files variable folder files)
  set(found "")
  foreach(file IN LISTS files)
    cmake_path(GET file STEM LAST_ONLY name)
    cmake_path(GET file EXTENSION LAST_ONLY extension)
    _baton_place_of(kind ignored ${file})
    if(NOT extension STREQUAL .idl)
      list(APPEND found ${folder}/${kind}/${name}.idl)
    endif()
    if(extension STREQUAL .srv)
      list(APPEND found ${folder}/${kind}/${name}_Request.msg ${folder}/${kind}/${name}_Response.msg)
    endif()
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# The packages that ROS adds by itself, and the others' targets.
function(_baton_dependencies variable package files dependencies)
  if(files MATCHES "\\.srv(;|$)|/srv/")
    list(APPEND dependencies service_msgs)
  endif()
  if(files MATCHES "\\.action(;|$)|/action/")
    list(APPEND dependencies service_msgs unique_identifier_msgs builtin_interfaces action_msgs)
  endif()
  list(REMOVE_DUPLICATES dependencies)
  list(REMOVE_ITEM dependencies ${package})
  foreach(dependency IN LISTS dependencies)
    if(NOT TARGET ${dependency}::${dependency} AND NOT ${dependency}_FOUND)
      find_package(${dependency} QUIET)
    endif()
    if(NOT TARGET ${dependency}::${dependency})
      # ROS packages also name packages here from which they take no types.
      if(${dependency}_FOUND)
        list(REMOVE_ITEM dependencies ${dependency})
        continue()
      endif()
      message(FATAL_ERROR "the interfaces of ${package} depend on the package '${dependency}', "
                          "which is not found: install it where CMAKE_PREFIX_PATH leads, or correct "
                          "DEPENDENCIES")
    endif()
  endforeach()
  set(${variable} ${dependencies} PARENT_SCOPE)
endfunction()

function(_baton_generate target package library_name skip_install part_of_baton files dependencies)
  _baton_find_python()
  _baton_absolute_files(files "${files}")
  _baton_dependencies(dependencies ${package} "${files}" "${dependencies}")

  set(include_folder ${CMAKE_CURRENT_BINARY_DIR}/rosidl_generator_cpp)
  if(NOT target STREQUAL package)
    string(APPEND include_folder "_${target}")
  endif()
  set(own_includes "")
  set(headers "")
  set(sources ${package}/detail/${package}__type_support.cpp
              ${package}/detail/${package}__ros_symbols.cpp)
  foreach(file IN LISTS files)
    cmake_path(GET file STEM LAST_ONLY name)
    _baton_place_of(kind folder ${file})
    list(APPEND own_includes ${package}=${folder})
    _baton_snake_case(name ${name})
    list(APPEND headers ${package}/${kind}/${name}.h ${package}/${kind}/${name}.hpp)
    foreach(part IN ITEMS builder struct traits type_support)
      list(APPEND headers ${package}/${kind}/detail/${name}__${part}.hpp)
    endforeach()
    if(NOT kind STREQUAL msg)
      list(APPEND sources ${package}/detail/${package}__service_type_support.cpp)
    endif()
  endforeach()
  list(REMOVE_DUPLICATES own_includes)
  list(REMOVE_DUPLICATES sources)
  list(TRANSFORM headers PREPEND ${include_folder}/)
  list(TRANSFORM sources PREPEND ${include_folder}/)

  set(includes "")
  set(libraries "")
  foreach(dependency IN LISTS dependencies)
    get_target_property(more ${dependency}::${dependency} BATON_INTERFACE_INCLUDES)
    if(more)
      list(APPEND includes ${more})
    endif()
    list(APPEND libraries ${dependency}::${dependency})
  endforeach()
  list(REMOVE_DUPLICATES includes)
  set(include_options "")
  foreach(include IN LISTS includes)
    list(APPEND include_options --include ${include})
  endforeach()

  # In Baton's own build the packages of Python lie in one folder, as in a wheel.
  set(python_folder "${BATON_PYTHON_FOLDER}")
  if(NOT BATON_ROS_PREFIX AND NOT skip_install)
    set(python_folder ${include_folder}/python)
  endif()
  set(python_options "")
  if(python_folder)
    set(python_options --python ${python_folder})
    # The package's other targets, whose types are in the same modules.
    get_property(others GLOBAL PROPERTY BATON_FILES_OF_${package})
    foreach(file IN LISTS others)
      list(APPEND python_options --python-file ${file})
    endforeach()
    set_property(GLOBAL APPEND PROPERTY BATON_FILES_OF_${package} ${files})
  endif()

  set(idl_folder ${CMAKE_CURRENT_BINARY_DIR}/rosidl_adapter/${package})
  _baton_derived_files(derived ${idl_folder} "${files}")

  get_property(generate GLOBAL PROPERTY BATON_MSGGEN_COMMAND)
  set(stamp ${include_folder}/${target}.stamp)
  add_custom_command(
    OUTPUT ${stamp} ${headers} ${sources} ${derived}
    COMMAND
      ${generate} --package ${package} --output ${include_folder} --stamp ${stamp} --depfile ${stamp}.d
      --idl ${idl_folder} ${python_options} ${include_options} ${files}
    DEPENDS ${files}
    DEPFILE ${stamp}.d
    COMMENT "Generating C++ for the interfaces of ${package}"
    VERBATIM)

  _baton_install_folders(include_destination lib_destination share_destination)
  set(public PUBLIC)
  if(part_of_baton)
    set(public INTERFACE)
    add_library(${target}_types STATIC ${sources} ${headers})
    target_include_directories(${target}_types PUBLIC ${include_folder}
                                                      ${PROJECT_SOURCE_DIR}/include)
    target_compile_features(${target}_types PUBLIC cxx_std_17)
    list(TRANSFORM dependencies APPEND _types OUTPUT_VARIABLE types_of_dependencies)
    target_link_libraries(${target}_types PUBLIC ${types_of_dependencies})
    add_library(${target} INTERFACE)
    add_dependencies(${target} ${target}_types)
  else()
    add_library(${target} SHARED ${sources} ${headers})
    if(NOT library_name)
      set(library_name ${target})
    endif()
    set(rpath "$ORIGIN")
    if(BATON_ROS_PREFIX)
      file(RELATIVE_PATH to_baton ${CMAKE_INSTALL_PREFIX}/${lib_destination}
           ${CMAKE_INSTALL_FULL_LIBDIR})
      list(APPEND rpath "$ORIGIN/${to_baton}")
    endif()
    set_target_properties(
      ${target}
      PROPERTIES OUTPUT_NAME ${library_name}__rosidl_typesupport_cpp
                 INSTALL_RPATH "${rpath}"
                 INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
  set_target_properties(${target} PROPERTIES BATON_INTERFACE_INCLUDES "${own_includes};${includes}")
  target_include_directories(
    ${target} ${public} "$<BUILD_INTERFACE:${include_folder}>"
                        "$<INSTALL_INTERFACE:${include_destination}/${package}>")
  target_link_libraries(${target} ${public} baton::baton ${libraries})

  add_library(${package}::${target} ALIAS ${target})
  # For projects that know only the package's name.
  if(NOT TARGET ${package}::${package})
    add_library(${package}::${package} ALIAS ${target})
  endif()
  get_property(typesupports GLOBAL PROPERTY BATON_TYPESUPPORTS)
  foreach(typesupport IN LISTS typesupports)
    add_library(${target}__${typesupport} ALIAS ${target})
    add_library(${package}::${target}__${typesupport} ALIAS ${target})
  endforeach()

  if(NOT skip_install)
    _baton_install_interfaces(${target} ${package} ${include_folder} "${files}" "${derived}"
                              "${dependencies}")
    if(NOT BATON_ROS_PREFIX)
      cmake_language(
        EVAL CODE "cmake_language(DEFER DIRECTORY [[${PROJECT_SOURCE_DIR}]]
                                  CALL _baton_install_python ${package} [[${python_folder}]])")
    endif()
  endif()
endfunction()

cmake_policy(POP)
