# SPDX-License-Identifier: Apache-2.0
# add_launch_test(<file> [TARGET <name>] ...) registers a test that is reported as skipped.
find_package(ament_cmake_test QUIET REQUIRED)

# _baton_skipped_test(<name> <reason>): a test whose result is `skipped`; its output says why.
function(_baton_skipped_test name reason)
  ament_add_test(${name} SKIP_RETURN_CODE 77
                 COMMAND sh -c "echo '${name} is skipped: ${reason}' && exit 77")
endfunction()

function(add_launch_test file)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET;TIMEOUT;PYTHON_EXECUTABLE;RUNNER" "ARGS;LABELS")
  if(NOT arg_TARGET)
    string(REGEX REPLACE "[ /.]" "_" arg_TARGET "${file}")
  endif()
  _baton_skipped_test(${arg_TARGET} "${file} needs the launch of ROS, which is not there")
endfunction()
