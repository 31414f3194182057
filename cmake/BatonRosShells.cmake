# SPDX-License-Identifier: Apache-2.0
# Packages that are found by name and do less than ROS's. Each says at configure time, once, what it
# lacks. Included by BatonRosPackages.cmake.

# Packages written in Python. CMake asks for their names only; no file of them is needed to compile.
foreach(package IN ITEMS osrf_pycommon rosidl_pycommon)
  baton_ros_package(${package} 1.0.0 DESCRIPTION "The name of a package in Python"
                    LACKS "Baton has no such package in Python: programs that import it do not run")
endforeach()
# Those that are there (python/baton/ros2): setup.bash puts them on PYTHONPATH.
foreach(package IN ITEMS rclpy ament_index_python launch launch_pytest launch_ros launch_testing
                         launch_testing_ros launch_xml launch_yaml rosidl_runtime_py rpyutils)
  baton_ros_package(${package} 7.1.2 DESCRIPTION "A package in Python, by Baton")
endforeach()
baton_ros_package(rosbag2_py 0.26.5 DESCRIPTION "Bags in Python, by Baton")
baton_ros_package(sensor_msgs_py 5.3.5 DESCRIPTION "Point clouds in Python, by Baton")
# Of these, what programs import; the commands are those of `baton`.
foreach(verb IN ITEMS cli node param pkg run service topic)
  baton_ros_package(ros2${verb} 0.32.0 DESCRIPTION "Functions of a package in Python, by Baton")
endforeach()
foreach(verb IN ITEMS action bag component doctor interface launch lifecycle multicast test)
  baton_ros_package(ros2${verb} 0.32.0 DESCRIPTION "The name of a package in Python"
                    LACKS "`ros2` is `baton`: programs that import this package do not run")
endforeach()

# Tests of what a launch file starts.
baton_ros_package(launch_testing_ament_cmake 3.4.0 DESCRIPTION "add_launch_test()")
baton_ros_package(ros_testing 0.6.0 DESCRIPTION "add_ros_test()"
                  DEPENDS launch_testing_ament_cmake)
baton_ros_package(osrf_testing_tools_cpp 1.7.0 DESCRIPTION "osrf_testing_tools_cpp_add_test()"
                  LACKS "it runs tests, but has no headers: memory_tools and scope_exit are not there")
baton_ros_package(ament_cmake_gmock 2.5.3 DESCRIPTION "Debian's functions, and two of later versions")
baton_ros_package(ament_cmake_google_benchmark 2.5.3 DESCRIPTION "ament_add_google_benchmark()"
                  FIND benchmark libbenchmark-dev)
baton_ros_package(performance_test_fixture 0.2.1 DESCRIPTION "add_performance_test(), which skips"
                  LACKS "benchmarks are neither built nor run: they are reported as skipped")

# Messages in C.
foreach(package IN ITEMS rosidl_runtime_c rosidl_typesupport_c rosidl_typesupport_introspection_c
                         rosidl_generator_c rosidl_generator_type_description)
  baton_ros_package(${package} 4.6.4 DESCRIPTION "Types of type support in C" LINK baton::compat
                    LACKS "messages are generated in C++ only, not in C")
endforeach()
baton_ros_package(rosidl_generator_py 0.22.0 DESCRIPTION "rosidl_generate_interfaces()")
baton_ros_package(rosidl_typesupport_introspection_cpp 4.6.4 DESCRIPTION "Fields of messages"
                  LINK baton::compat DEPENDS rosidl_runtime_cpp rosidl_typesupport_interface)

# Parts of rcl that rclcpp's users name.
foreach(package IN ITEMS rcl_yaml_param_parser rcl_logging_interface rcl_logging_noop
                         rcl_logging_spdlog)
  baton_ros_package(${package} 9.2.4 DESCRIPTION "The name of a part of rcl" LINK baton::compat
                    LACKS "libbaton does this itself: the functions in C are not there")
endforeach()

# Debian's libraries that only tests name.
baton_ros_package(google_benchmark_vendor 0.5.0 DESCRIPTION "Debian's benchmark"
                  LINK benchmark::benchmark FIND benchmark libbenchmark-dev)
foreach(library IN ITEMS gtest gmock)
  baton_ros_package(${library}_vendor 1.14.9000 DESCRIPTION "Debian's ${library}, by ament's functions")
endforeach()
baton_ros_package(uncrustify_vendor 3.0.0 DESCRIPTION "Debian's uncrustify, by ament's functions")
