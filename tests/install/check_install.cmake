# SPDX-License-Identifier: Apache-2.0
# Installs BUILD_DIRECTORY below SCRATCH_DIRECTORY, then builds and runs the consumer against it, an
# interface package, and a package that uses the types of that one.

set(prefix ${SCRATCH_DIRECTORY}/prefix)
set(consumer_build ${SCRATCH_DIRECTORY}/consumer)
set(registry ${SCRATCH_DIRECTORY}/registry)
file(REMOVE_RECURSE ${SCRATCH_DIRECTORY})
file(MAKE_DIRECTORY ${SCRATCH_DIRECTORY})

function(run)
  execute_process(
    COMMAND ${ARGV}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "exit status ${status}: ${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_output pattern)
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "expected '${pattern}' in:\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIRECTORY} --prefix ${prefix})
file(GLOB_RECURSE leaked ${prefix}/*.a ${prefix}/*_test ${prefix}/include/baton/*_test.hpp)
list(REMOVE_ITEM leaked ${prefix}/bin/perf_test)
# Packages may be called so.
list(FILTER leaked EXCLUDE REGEX "/share/ament_index/")
if(leaked)
  message(FATAL_ERROR "installed, but no part of the package: ${leaked}")
endif()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${consumer_build} -G Ninja
    -D CMAKE_PREFIX_PATH=${prefix} "-D CMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
run(${CMAKE_COMMAND} --build ${consumer_build})
run(${CMAKE_COMMAND} -E env BATON_REGISTRY_DIR=${registry} ${consumer_build}/consumer)
expect_output("^received 42 through shared_memory, library ${VERSION}\n$")

if(EXISTS ${prefix}/share/std_msgs/cmake)
  function(build_project source)
    run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/${source} -B ${SCRATCH_DIRECTORY}/${source}
        -G Ninja "-D CMAKE_PREFIX_PATH=${prefix}\;${SCRATCH_DIRECTORY}/overlay"
        -D CMAKE_INSTALL_PREFIX=${SCRATCH_DIRECTORY}/overlay
        "-D CMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    run(${CMAKE_COMMAND} --build ${SCRATCH_DIRECTORY}/${source})
    # A second build has nothing to do.
    run(${CMAKE_COMMAND} --build ${SCRATCH_DIRECTORY}/${source})
    expect_output("no work to do")
  endfunction()
  build_project(robot_msgs)
  run(${SCRATCH_DIRECTORY}/robot_msgs/own_node)
  expect_output("^dock: fast\n$")
  run(${CMAKE_COMMAND} --install ${SCRATCH_DIRECTORY}/robot_msgs)
  build_project(robot_user)
  run(${SCRATCH_DIRECTORY}/robot_user/robot_user)
  expect_output("name: base\n")
endif()

if(EXISTS ${prefix}/bin/perf_test)
  run(${prefix}/bin/perf_test --version)
  expect_output("${VERSION}")
endif()
