# SPDX-License-Identifier: Apache-2.0
# Builds and runs programs against the Baton that is installed below PREFIX: the consumer, an interface
# package and one that uses its types, and projects that know ROS's names only.

set(prefix ${PREFIX})
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

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${consumer_build} -G Ninja
    -D CMAKE_PREFIX_PATH=${prefix} "-D CMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
run(${CMAKE_COMMAND} --build ${consumer_build})
run(${CMAKE_COMMAND} -E env BATON_REGISTRY_DIR=${registry} ${consumer_build}/consumer)
expect_output("^received 42 through shared_memory, library ${VERSION}\n$")

run(${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 ${prefix}/bin/baton --version)
expect_output("^baton ${VERSION}\n$")

# build_project(<folder> [<cmake argument>...])
function(build_project source)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/${source} -B ${SCRATCH_DIRECTORY}/${source}
      -G Ninja -D CMAKE_INSTALL_PREFIX=${SCRATCH_DIRECTORY}/overlay
      "-D CMAKE_CXX_FLAGS=-Wall -Wextra -Werror" ${ARGN})
  run(${CMAKE_COMMAND} --build ${SCRATCH_DIRECTORY}/${source})
  # A second build has nothing to do.
  run(${CMAKE_COMMAND} --build ${SCRATCH_DIRECTORY}/${source})
  expect_output("no work to do")
endfunction()

function(run_program program)
  run(${CMAKE_COMMAND} -E env BATON_REGISTRY_DIR=${registry} ROS_LOG_DIR=${SCRATCH_DIRECTORY}/log
      ${SCRATCH_DIRECTORY}/${program})
  set(output "${output}" PARENT_SCOPE)
endfunction()

set(baton "-D CMAKE_PREFIX_PATH=${prefix}\;${SCRATCH_DIRECTORY}/overlay")
build_project(robot_msgs ${baton})
run_program(robot_msgs/own_node)
expect_output("^dock: fast\n$")
run(${CMAKE_COMMAND} --install ${SCRATCH_DIRECTORY}/robot_msgs)
build_project(robot_user ${baton})
run_program(robot_user/robot_user)
expect_output("name: base\n")
# In Python, where the extension was built.
file(GLOB extension ${prefix}/share/baton/python/baton/_native*.so)
if(extension)
  set(overlay ${SCRATCH_DIRECTORY}/overlay)
  file(GLOB modules ${overlay}/lib/python3.*/site-packages)
  run(env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 BATON_REGISTRY_DIR=${registry}
      ROS_LOG_DIR=${SCRATCH_DIRECTORY}/log AMENT_PREFIX_PATH=${overlay} PYTHONPATH=${modules} bash -c
      ". ${prefix}/share/baton/setup.bash && exec python3 -B ${CMAKE_CURRENT_LIST_DIR}/robot_user/robot_user.py"
  )
  expect_output("^base: \\[3.5, 3.25\\] of 12\n$")
endif()
build_project(compat_user ${baton})
run_program(compat_user/compat_user)
expect_output("compat_user: 7\n")
run_program(compat_user/own_container)
expect_output("/own_container\n")

# What setup.bash says, and nothing else.
build_project(ros_names "-D CMAKE_PREFIX_PATH=${prefix}/lib/baton/ros2")
run_program(ros_names/ros_names)
expect_output("hello, 1 in the map, /usr\n")

set(named "-D CMAKE_PREFIX_PATH=${prefix}/lib/baton/ros2")
# As setup.bash does, for ament's scripts.
set(ENV{Python3_ROOT_DIR} /usr)
set(ENV{ROS_SOURCES} ${CMAKE_CURRENT_LIST_DIR}/named_packages/sources)
build_project(named_packages ${named} -D NO_SUCH_LIBRARY_IS_THERE=TRUE)
if(NOT EXISTS ${SCRATCH_DIRECTORY}/named_packages/vendored_sum-prefix/install/lib/libvendored_sum.so)
  message(FATAL_ERROR "ament_vendor() did not build the library of ROS_SOURCES")
endif()
run(${CMAKE_CTEST_COMMAND} --test-dir ${SCRATCH_DIRECTORY}/named_packages -V -E launch_that_fails)
expect_output("speed is skipped: ")
expect_output("speed [.]+[*]+Skipped")
foreach(launch IN ITEMS test_test_launch.py test_generated_..CONFIG..py ros_test)
  expect_output("${launch} [.]+ +Passed")
endforeach()
foreach(word IN ITEMS one two)
  expect_output("mocked_${word} [.]+ +Passed")
endforeach()
expect_output("with_environment [.]+ +Passed")
execute_process(
  COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${SCRATCH_DIRECTORY}/named_packages -V -R launch_that_fails
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
expect_output("Waiting for output timed out: 'said")
if(status EQUAL 0)
  message(FATAL_ERROR "A launch test that must fail has passed")
endif()
run(${CMAKE_COMMAND} ${SCRATCH_DIRECTORY}/named_packages)
expect_output("osrf_pycommon: Baton has no such package in Python")
foreach(program IN ITEMS named_packages named_packages__baton)
  run_program(named_packages/${program})
  expect_output("^0 traced, 16 bits, Hello\"world!\n$")
endforeach()
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/named_packages -B
          ${SCRATCH_DIRECTORY}/named_packages -D NO_SUCH_LIBRARY_IS_THERE=FALSE
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
expect_output("ament_vendor\\(no_such_library\\): the library is not installed")
if(status EQUAL 0)
  message(FATAL_ERROR "ament_vendor() went on without the library")
endif()
unset(ENV{ROS_SOURCES})

if(EXISTS ${prefix}/lib/baton/examples/bin/perf_test)
  run(${prefix}/lib/baton/examples/bin/perf_test --version)
  expect_output("${VERSION}")
endif()
# Without setup.bash.
if(EXISTS ${prefix}/bin/baton-component AND EXISTS ${prefix}/lib/baton/examples/lib/libtalker.so)
  run(env -u AMENT_PREFIX_PATH ${prefix}/bin/baton-component types)
  expect_output("ros2_demos::MinimalPublisher")
endif()

file(GLOB left ${registry}/*)
if(left)
  message(FATAL_ERROR "left in the registry: ${left}")
endif()
