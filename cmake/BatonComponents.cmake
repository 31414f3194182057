# SPDX-License-Identifier: Apache-2.0
# Components of a package, as ROS 2 packages register them. Inside Baton's own build, and for other
# projects after find_package(rclcpp_components).
#
#   rclcpp_components_register_node(<library> PLUGIN <class> EXECUTABLE <name> [EXECUTOR <executor>]
#                                   [RESOURCE_INDEX <index>] [NO_UNDEFINED_SYMBOLS])
#     Names the class in the resource index, and makes a program that loads the library and spins the
#     class in the executor: SingleThreadedExecutor unless another one is given.
#
#   rclcpp_components_register_nodes(<library> <class>... [RESOURCE_INDEX <index>])
#     Names the classes in the resource index.
#
# The package is PROJECT_NAME, or BATON_PACKAGE_NAME when that is set. Its index lies in share/ of the
# build folder too, so that a build folder can be used as a prefix. Index and program, in
# lib/<package>, are installed; the library's own install() is the package's. Of Baton's own tree the
# packages of BATON_INSTALLED_PACKAGES are installed, and no others.

include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

function(rclcpp_components_register_node library)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_UNDEFINED_SYMBOLS"
                        "PLUGIN;EXECUTABLE;EXECUTOR;RESOURCE_INDEX" "")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_PLUGIN OR NOT arg_EXECUTABLE)
    message(FATAL_ERROR "rclcpp_components_register_node(${library}): write (${library} PLUGIN "
                        "\"ns::Class\" EXECUTABLE name [EXECUTOR executor] [RESOURCE_INDEX index] "
                        "[NO_UNDEFINED_SYMBOLS]); not understood: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  _baton_component_executor(executor ${library} "${arg_EXECUTOR}")
  _baton_name_components(${library} "${arg_RESOURCE_INDEX}" "${arg_PLUGIN}")
  if(arg_NO_UNDEFINED_SYMBOLS)
    target_link_options(${library} PRIVATE -Wl,--no-undefined)
  endif()

  _baton_component_package(package)
  set(BATON_COMPONENT_CLASS ${arg_PLUGIN})
  set(BATON_COMPONENT_EXECUTOR ${executor})
  set(BATON_COMPONENT_LIBRARY $<TARGET_FILE_NAME:${library}>)
  set(main ${CMAKE_CURRENT_BINARY_DIR}/rclcpp_components/${arg_EXECUTABLE}_main)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/component_main.cpp.in ${main}.in @ONLY)
  file(GENERATE OUTPUT ${main}_$<CONFIG>.cpp INPUT ${main}.in)
  add_executable(${arg_EXECUTABLE} ${main}_$<CONFIG>.cpp)
  add_dependencies(${arg_EXECUTABLE} ${library})
  # target_link_libraries() with and without keywords cannot be mixed: packages for ROS link more
  # without, and Baton's own build with them.
  set_property(TARGET ${arg_EXECUTABLE} APPEND PROPERTY LINK_LIBRARIES baton::component baton::compat)
  set_target_properties(${arg_EXECUTABLE} PROPERTIES INSTALL_RPATH "$ORIGIN/.."
                                                     INSTALL_RPATH_USE_LINK_PATH ON)
  _baton_component_prefix(prefix ${package})
  if(NOT prefix STREQUAL none)
    install(TARGETS ${arg_EXECUTABLE} RUNTIME DESTINATION ${prefix}lib/${package})
  endif()
endfunction()

function(rclcpp_components_register_nodes library)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "RESOURCE_INDEX" "")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rclcpp_components_register_nodes(${library}): no class. Name them behind the "
                        "library: rclcpp_components_register_nodes(${library} \"ns::Class\" ...)")
  endif()
  _baton_name_components(${library} "${arg_RESOURCE_INDEX}" "${arg_UNPARSED_ARGUMENTS}")
endfunction()

function(_baton_component_package variable)
  set(package ${PROJECT_NAME})
  if(BATON_PACKAGE_NAME)
    set(package ${BATON_PACKAGE_NAME})
  endif()
  set(${variable} ${package} PARENT_SCOPE)
endfunction()

# The path in front of lib and share of an installed package.
function(_baton_component_prefix variable package)
  if(NOT BATON_ROS_PREFIX)
    set(${variable} "" PARENT_SCOPE)
  elseif(package IN_LIST BATON_INSTALLED_PACKAGES)
    set(${variable} ${BATON_EXAMPLES_PREFIX}/ PARENT_SCOPE)
  else()
    set(${variable} none PARENT_SCOPE)
  endif()
endfunction()

# The executor's class in C++. ROS's names without a namespace mean rclcpp::executors, except for
# the one that is an experiment there; a name with a namespace stands for itself.
function(_baton_component_executor variable library executor)
  set(stable SingleThreadedExecutor MultiThreadedExecutor StaticSingleThreadedExecutor)
  if(NOT executor)
    set(executor SingleThreadedExecutor)
  endif()
  if(executor IN_LIST stable)
    set(${variable} rclcpp::executors::${executor} PARENT_SCOPE)
  elseif(executor MATCHES "^(::)?[A-Za-z_][A-Za-z_0-9]*::[A-Za-z_0-9:]+$")
    set(${variable} ${executor} PARENT_SCOPE)
  elseif(executor STREQUAL EventsExecutor)
    set(${variable} rclcpp::experimental::executors::EventsExecutor PARENT_SCOPE)
  else()
    list(JOIN stable ", " known)
    message(FATAL_ERROR "rclcpp_components_register_node(${library}): there is no executor "
                        "'${executor}'; take one of ${known}, EventsExecutor, or a class with its namespace")
  endif()
endfunction()

# Notes the classes. The index is written when CMake has read the whole package.
function(_baton_name_components library index classes)
  if(NOT TARGET ${library})
    message(FATAL_ERROR "components (${classes}) of '${library}', which is no target: call "
                        "add_library(${library} SHARED ...) before")
  endif()
  get_target_property(type ${library} TYPE)
  if(NOT type MATCHES "^(SHARED|MODULE)_LIBRARY$")
    message(FATAL_ERROR "components (${classes}) of '${library}', which cannot be loaded at run time: "
                        "make it with add_library(${library} SHARED ...)")
  endif()
  if(NOT index)
    set(index rclcpp_components)
  endif()
  _baton_component_package(package)
  set(key BATON_COMPONENTS_${index}_${package})
  get_property(known GLOBAL PROPERTY ${key} SET)
  if(NOT known)
    # Arguments of a deferred call are expanded when it runs, so EVAL expands them now.
    cmake_language(
      EVAL CODE "cmake_language(DEFER DIRECTORY [[${PROJECT_SOURCE_DIR}]]
                                CALL _baton_write_component_index ${index} ${package})")
  endif()
  foreach(class IN LISTS classes)
    set_property(GLOBAL APPEND_STRING PROPERTY ${key} "${class};lib/$<TARGET_FILE_NAME:${library}>\n")
  endforeach()
endfunction()

function(_baton_write_component_index index package)
  get_property(content GLOBAL PROPERTY BATON_COMPONENTS_${index}_${package})
  set(folder share/ament_index/resource_index)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${folder}/${index}/${package} CONTENT "${content}")
  # ament_package() does the same for packages that call it.
  file(WRITE ${CMAKE_BINARY_DIR}/${folder}/packages/${package} "")
  _baton_component_prefix(prefix ${package})
  if(BATON_EXAMPLES_PREFIX)
    set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME tools)
  endif()
  if(NOT prefix STREQUAL none)
    foreach(resource IN ITEMS ${index} packages)
      install(FILES ${CMAKE_BINARY_DIR}/${folder}/${resource}/${package}
              DESTINATION ${prefix}${folder}/${resource})
    endforeach()
  endif()
endfunction()

cmake_policy(POP)
