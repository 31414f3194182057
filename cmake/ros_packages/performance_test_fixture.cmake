# SPDX-License-Identifier: Apache-2.0
# add_performance_test(<name> <source>...) registers a test that is reported as skipped. There is no
# target: packages ask `if(TARGET <name>)`, as ROS's function makes none either without the benchmarks.
find_package(ament_cmake_test QUIET REQUIRED)
function(add_performance_test name)
  set(reason "performance_test_fixture is found by name only")
  ament_add_test(${name} SKIP_RETURN_CODE 77
                 COMMAND sh -c "echo '${name} is skipped: ${reason}' && exit 77")
endfunction()
