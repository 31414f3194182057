# SPDX-License-Identifier: Apache-2.0
# The packages that ROS 2 packages name in find_package(), below BATON_ROS_PREFIX: for each its
# configuration, made of one template, its package.xml and its entry in the ament index. Packages of
# which Baton has nothing are not here: find_package() of them fails, or finds another's.

include(CMakePackageConfigHelpers)

# Where Debian has its packages of ROS, whatever the environment says of another ROS.
function(baton_find_debian library header package)
  find_library(BATON_DEBIAN_${library} ${library} NO_PACKAGE_ROOT_PATH NO_CMAKE_PATH
               NO_CMAKE_ENVIRONMENT_PATH NO_SYSTEM_ENVIRONMENT_PATH)
  find_path(BATON_DEBIAN_${library}_HEADERS ${header} PATH_SUFFIXES ${library} NO_PACKAGE_ROOT_PATH
            NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH NO_SYSTEM_ENVIRONMENT_PATH)
  mark_as_advanced(BATON_DEBIAN_${library} BATON_DEBIAN_${library}_HEADERS)
  if(NOT BATON_DEBIAN_${library} OR NOT BATON_DEBIAN_${library}_HEADERS)
    message(FATAL_ERROR "${library} of Debian is not installed, which packages for ROS 2 use through "
                        "Baton: apt-get install ${package}")
  endif()
endfunction()

# baton_ros_package(<name> <version> DESCRIPTION <text> [LINK <library>...] [DEPENDS <package>...]
#                   [TARGETS <text>] [DEBIAN <library>] [FIND <name> <package>] [INCLUDE <file>]
#                   [LACKS <text>])
#
# What is in cmake/ros_packages/ under the package's name comes with it: <name>.cmake is a part of its
# configuration, and modules/<name>/ has modules that this one may lead to.
#
# LINK is what <name>::<name> leads to. TARGETS is CMake text for packages with other targets.
# DEBIAN: its headers come behind those of Baton, and its library is linked if something of it is
# used. FIND: a library of its own that find_package() has to find, and the Debian package that has
# it; otherwise this one is not found either and says so. INCLUDE: a CMake file of Debian's package
# with its functions. LACKS: what it does not do, said once when it is found.
function(baton_ros_package name version)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "DESCRIPTION;TARGETS;DEBIAN;INCLUDE;LACKS"
                        "LINK;DEPENDS;FIND")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_DESCRIPTION)
    message(FATAL_ERROR "baton_ros_package(${name}): not understood: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  set(BATON_PACKAGE ${name})
  set(BATON_PACKAGE_VERSION ${version})
  set(BATON_DESCRIPTION ${arg_DESCRIPTION})
  set(BATON_DEPENDENCIES ${arg_DEPENDS})
  set(BATON_DEBIAN_HEADERS "")
  set(BATON_DEBIAN_LIBRARY "")
  if(arg_DEBIAN)
    set(BATON_DEBIAN_HEADERS ${BATON_DEBIAN_${arg_DEBIAN}_HEADERS})
    set(BATON_DEBIAN_LIBRARY ${BATON_DEBIAN_${arg_DEBIAN}})
    string(REPLACE "_" "-" BATON_DEBIAN_PACKAGE lib${arg_DEBIAN}-dev)
    # Baton comes first: libbaton has some of the same functions, and the linker takes the first
    # library.
    set(libraries $<TARGET_FILE:baton::baton>,${BATON_DEBIAN_LIBRARY})
    list(APPEND arg_LINK "-Wl,--push-state,--as-needed,${libraries},--pop-state")
  endif()
  set(BATON_TARGETS "${arg_TARGETS}")
  if(arg_FIND)
    list(GET arg_FIND 0 library)
    list(GET arg_FIND 1 debian_package)
    string(
      PREPEND
      BATON_TARGETS
      "find_package(${library} QUIET)
if(NOT ${library}_FOUND)
  set(${name}_FOUND FALSE)
  set(${name}_NOT_FOUND_MESSAGE \"${library} is not installed: apt-get install ${debian_package}\")
  return()
endif()
")
  endif()
  if(arg_LINK)
    list(JOIN arg_LINK " " libraries)
    string(APPEND BATON_TARGETS "_baton_ros_target(${name} ${libraries})")
  endif()
  if(arg_LACKS)
    string(APPEND BATON_TARGETS "\n_baton_ros_lacks(\"${arg_LACKS}\")")
  endif()
  set(own ${PROJECT_SOURCE_DIR}/cmake/ros_packages)
  if(EXISTS ${own}/${name}.cmake)
    install(FILES ${own}/${name}.cmake DESTINATION ${BATON_ROS_PREFIX}/share/${name}/cmake)
    string(APPEND BATON_TARGETS "\ninclude(\"\${CMAKE_CURRENT_LIST_DIR}/${name}.cmake\")")
  endif()
  if(IS_DIRECTORY ${own}/modules/${name})
    install(DIRECTORY ${own}/modules/${name}/
            DESTINATION ${BATON_ROS_PREFIX}/share/${name}/cmake/Modules)
  endif()
  if(arg_INCLUDE)
    string(APPEND BATON_TARGETS "\ninclude(\"${arg_INCLUDE}\")")
  endif()

  set(folder ${PROJECT_BINARY_DIR}/ros_packages/${name})
  set(share ${BATON_ROS_PREFIX}/share)
  set(BATON_CONFIG_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/baton)
  set(BATON_PYTHON_FOLDER ${CMAKE_INSTALL_DATADIR}/baton/python)
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/ros-package-config.cmake.in ${folder}/${name}Config.cmake
    INSTALL_DESTINATION ${share}/${name}/cmake
    PATH_VARS BATON_CONFIG_FOLDER BATON_PYTHON_FOLDER BATON_ROS_PREFIX
    NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  write_basic_package_version_file(${folder}/${name}ConfigVersion.cmake VERSION ${version}
                                   COMPATIBILITY AnyNewerVersion)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/ros-package.xml.in ${folder}/package.xml @ONLY)
  file(WRITE ${folder}/index/${name} "")
  install(FILES ${folder}/${name}Config.cmake ${folder}/${name}ConfigVersion.cmake
          DESTINATION ${share}/${name}/cmake)
  install(FILES ${folder}/package.xml DESTINATION ${share}/${name})
  install(FILES ${folder}/index/${name} DESTINATION ${share}/ament_index/resource_index/packages)
endfunction()

find_library(BATON_DEBIAN_class_loader class_loader NO_PACKAGE_ROOT_PATH NO_CMAKE_PATH
             NO_CMAKE_ENVIRONMENT_PATH NO_SYSTEM_ENVIRONMENT_PATH)
mark_as_advanced(BATON_DEBIAN_class_loader)
if(NOT BATON_HAS_COMPONENTS OR NOT BATON_DEBIAN_class_loader)
  message(STATUS "Packages under ROS's names: none; they need components, and class_loader in the "
                 "system's folders (Debian: libclass-loader-dev)")
  return()
endif()
baton_find_debian(rcutils rcutils/types/hash_map.h librcutils-dev)
baton_find_debian(rcpputils rcpputils/shared_library.hpp librcpputils-dev)
baton_find_debian(class_loader class_loader/class_loader.hpp libclass-loader-dev)
baton_find_debian(ament_index_cpp ament_index_cpp/get_resource.hpp libament-index-cpp-dev)
baton_find_debian(console_bridge console_bridge/console.h libconsole-bridge-dev)
cmake_path(GET BATON_DEBIAN_class_loader PARENT_PATH debian_libraries)

# Versions are those of the offered interface: Jazzy's, and Debian's for Debian's packages.
baton_ros_package(rcutils 6.7.2 DESCRIPTION "Utilities in C" LINK baton::compat DEBIAN rcutils)
baton_ros_package(rcpputils 2.11.1 DESCRIPTION "Utilities in C++" LINK baton::compat
                  rcutils::rcutils DEPENDS rcutils DEBIAN rcpputils)
baton_ros_package(rmw 7.3.1 DESCRIPTION "Types of the middleware interface" LINK baton::compat
                  DEPENDS rcutils)
baton_ros_package(rmw_implementation 2.15.4 DESCRIPTION "The middleware, which is Baton"
                  LINK baton::compat DEPENDS rmw)
baton_ros_package(rcl 9.2.4 DESCRIPTION "Types of the client library's interface in C"
                  LINK baton::compat DEPENDS rcutils rmw)
baton_ros_package(rosidl_runtime_cpp 4.6.4 DESCRIPTION "What generated messages include"
                  LINK baton::compat)
baton_ros_package(rosidl_runtime_c 4.6.4 DESCRIPTION "Types of type supports in C"
                  LINK baton::compat DEPENDS rcutils rosidl_typesupport_interface)
baton_ros_package(rosidl_typesupport_introspection_cpp 4.6.4
                  DESCRIPTION "Introspection of messages, by Baton" LINK baton::compat
                  DEPENDS rosidl_runtime_c rosidl_runtime_cpp)
baton_ros_package(rosidl_typesupport_interface 4.6.4 DESCRIPTION "Names of type support"
                  LINK baton::compat)
baton_ros_package(rosidl_typesupport_cpp 3.2.2 DESCRIPTION "Type support of messages"
                  LINK baton::compat DEPENDS rosidl_runtime_cpp)
baton_ros_package(rosidl_default_runtime 1.6.0 DESCRIPTION "What packages of interfaces need to run"
                  DEPENDS rosidl_runtime_cpp rosidl_typesupport_cpp)
foreach(generator IN ITEMS rosidl_cmake rosidl_generator_cpp)
  baton_ros_package(${generator} 4.6.4 DESCRIPTION "rosidl_generate_interfaces()"
                    DEPENDS rosidl_default_runtime)
endforeach()
baton_ros_package(rosidl_default_generators 1.6.0 DESCRIPTION "rosidl_generate_interfaces()"
                  DEPENDS rosidl_default_runtime)
baton_ros_package(rosidl_core_runtime 0.2.0 DESCRIPTION "What packages of interfaces need to run"
                  DEPENDS rosidl_default_runtime)
baton_ros_package(rosidl_core_generators 0.2.0 DESCRIPTION "rosidl_generate_interfaces()"
                  DEPENDS rosidl_default_runtime)
baton_ros_package(ament_index_cpp 1.5.1 DESCRIPTION "Debian's library, found behind Baton"
                  DEBIAN ament_index_cpp)
baton_ros_package(
  class_loader 2.4.0
  DESCRIPTION "Debian's library, found behind Baton"
  LINK baton::component rcutils::rcutils rcpputils::rcpputils ${BATON_DEBIAN_console_bridge}
  DEPENDS rcutils rcpputils
  DEBIAN class_loader
  INCLUDE ${debian_libraries}/cmake/class_loader/class_loader_hide_library_symbols.cmake)
# Until Iron rclcpp brought ament_index_cpp along, and packages include its headers without more.
baton_ros_package(
  rclcpp 28.1.0
  DESCRIPTION "The client library, by Baton"
  LINK baton::compat rcutils::rcutils rcpputils::rcpputils ament_index_cpp::ament_index_cpp
  DEPENDS rcutils rcpputils rcl rmw rosidl_runtime_cpp rosidl_typesupport_cpp builtin_interfaces
          rcl_interfaces rosgraph_msgs ament_index_cpp)
baton_ros_package(
  rclcpp_components 28.1.0
  DESCRIPTION "Components and their containers, by Baton"
  DEPENDS rclcpp class_loader ament_index_cpp composition_interfaces
  # ament_target_dependencies() links both, but component libraries use nothing of the manager.
  TARGETS "_baton_ros_target(component baton::component rclcpp::rclcpp class_loader::class_loader)
_baton_ros_target(component_manager baton::component rclcpp::rclcpp
                  composition_interfaces::composition_interfaces
                  -Wl,--push-state,--as-needed,$<TARGET_FILE:baton::component_manager>,--pop-state)")
baton_ros_package(rcl_action 9.2.4 DESCRIPTION "Types of the interface of actions in C"
                  LINK baton::compat DEPENDS rcl rcutils rmw)
baton_ros_package(
  rclcpp_action 28.1.0
  DESCRIPTION "Actions, by Baton"
  LINK baton::actions rclcpp::rclcpp action_msgs::action_msgs
  DEPENDS rclcpp rcl rcl_action action_msgs)
baton_ros_package(rcl_lifecycle 9.2.4 DESCRIPTION "Types of lifecycle nodes in C"
                  LINK baton::compat DEPENDS rcl rcutils rmw lifecycle_msgs)
baton_ros_package(
  rclcpp_lifecycle 28.1.0
  DESCRIPTION "Lifecycle nodes, by Baton"
  LINK baton::lifecycle rclcpp::rclcpp rcl_lifecycle::rcl_lifecycle lifecycle_msgs::lifecycle_msgs
  DEPENDS rclcpp rcl_lifecycle lifecycle_msgs)

baton_ros_package(libstatistics_collector 1.7.3 DESCRIPTION "Averages of measurements, by Baton"
                  LINK baton::compat statistics_msgs::statistics_msgs
                  DEPENDS rcl rcpputils rmw builtin_interfaces statistics_msgs)

# Packages that do less than ROS's of the same name: docs/ros_packages.md says what.
baton_ros_package(tracetools 8.2.2 DESCRIPTION "Tracepoints that are compiled to nothing"
                  LINK baton::compat)
baton_ros_package(ros_environment 4.1.1 DESCRIPTION "Variables that setup.bash sets")
baton_ros_package(rmw_implementation_cmake 7.3.1 DESCRIPTION "The middlewares, of which Baton is one")
baton_ros_package(ament_cmake_vendor_package 2.5.3
                  DESCRIPTION "Libraries that are installed; none is fetched")

# Debian's libraries under the names of the packages that bring them to ROS.
baton_ros_package(eigen3_cmake_module 0.3.0 DESCRIPTION "find_package(Eigen3)")
baton_ros_package(python_cmake_module 0.11.1 DESCRIPTION "find_package(PythonExtra)")
baton_ros_package(console_bridge_vendor 1.7.1 DESCRIPTION "Debian's console_bridge"
                  LINK console_bridge::console_bridge FIND console_bridge libconsole-bridge-dev)
baton_ros_package(orocos_kdl_vendor 0.5.1 DESCRIPTION "Debian's orocos_kdl" LINK orocos-kdl
                  FIND orocos_kdl liborocos-kdl-dev)
baton_ros_package(pybind11_vendor 3.1.2 DESCRIPTION "Debian's pybind11" LINK pybind11::pybind11
                  FIND pybind11 pybind11-dev)
baton_ros_package(
  shared_queues_vendor 0.26.4
  DESCRIPTION "Debian's queue for one reader and one writer"
  TARGETS "_baton_ros_target(singleproducerconsumer)")
baton_ros_package(spdlog_vendor 1.6.0 DESCRIPTION "Debian's spdlog" LINK spdlog::spdlog
                  FIND spdlog libspdlog-dev)
baton_ros_package(sqlite3_vendor 0.26.4 DESCRIPTION "Debian's SQLite" LINK SQLite::SQLite3
                  FIND SQLite3 libsqlite3-dev)
baton_ros_package(tinyxml2_vendor 0.9.1 DESCRIPTION "Debian's tinyxml2, and find_package(TinyXML2)"
                  LINK tinyxml2::tinyxml2 FIND tinyxml2 libtinyxml2-dev)
# From 0.8 on its target has a namespace.
baton_ros_package(
  yaml_cpp_vendor 9.0.0
  DESCRIPTION "Debian's yaml-cpp"
  LINK yaml-cpp::yaml-cpp
  FIND yaml-cpp libyaml-cpp-dev
  TARGETS "if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
  target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
endif()
")

# Drop-in headers. The libraries that they convert for are looked for by the package that asks.
set(drop_in
    "if(NOT @library@_FOUND)
  set(@name@_FOUND FALSE)
  set(@name@_NOT_FOUND_MESSAGE \"@library@ is not installed: apt-get install @debian@\")
  return()
endif()
")
foreach(each IN ITEMS "pcl_conversions 2.6.2 PCL libpcl-dev common;io"
                      "cv_bridge 4.1.0 OpenCV libopencv-dev core;imgproc;imgcodecs")
  string(REPLACE " " ";" words "${each}")
  list(POP_FRONT words name version library debian)
  list(JOIN words " " components)
  string(CONFIGURE "find_package(@library@ QUIET COMPONENTS @components@)\n${drop_in}" targets @ONLY)
  baton_ros_package(
    ${name} ${version}
    DESCRIPTION "Conversions between messages and ${library}, by Baton"
    LINK rclcpp::rclcpp sensor_msgs::sensor_msgs std_msgs::std_msgs
    DEPENDS rclcpp sensor_msgs std_msgs
    TARGETS "${targets}")
endforeach()

include(BatonRosShells)
