# SPDX-License-Identifier: Apache-2.0
# What the Debian packages of two builds depend on: of BUILD, whose Python extension HAS_EXTENSION tells
# of, and of WITHOUT, which was configured without class_loader. The tour of the latter says what it lacks.

function(expect found pattern is_wanted)
  string(REGEX MATCH "${pattern}" match "${found}")
  if((match AND NOT is_wanted) OR (is_wanted AND NOT match))
    message(FATAL_ERROR "'${pattern}' is expected: ${is_wanted}; dependencies: ${found}")
  endif()
endfunction()

include(${BUILD}/CPackConfig.cmake)
foreach(pattern IN ITEMS "python3-numpy" "python3 \\(>= 3\\.[0-9]+\\), python3 \\(<< 3\\.[0-9]+\\)")
  expect("${CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS}" "${pattern}" ${HAS_EXTENSION})
endforeach()

include(${WITHOUT}/CPackConfig.cmake)
expect("${CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS}" "class-loader|ament-index|rcpputils" FALSE)
expect("${CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS}" "g\\+\\+, cmake" TRUE)

file(STRINGS ${WITHOUT}/build.ninja told REGEX "Left out: talkers.*apt-get install libclass-loader-dev")
list(LENGTH told count)
if(count EQUAL 0)
  message(FATAL_ERROR "The tour does not say that its talkers and listeners are left out")
endif()
