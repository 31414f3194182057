# SPDX-License-Identifier: Apache-2.0
# The Python that makes message types: BATON_MSGGEN_PYTHON, or else one that is found.
# _baton_find_python() sets the global property BATON_MSGGEN_COMMAND: interpreter, generator, options.

include_guard(GLOBAL)

set(BATON_MSGGEN_PYTHON
    ""
    CACHE STRING "Python 3.10 or newer that makes message types; empty: one is found")
mark_as_advanced(BATON_MSGGEN_PYTHON)

# Once for a configuration. A Python that has ROS's parser of .idl files (rosidl_parser) comes first.
function(_baton_find_python)
  get_property(is_found GLOBAL PROPERTY BATON_MSGGEN_COMMAND SET)
  if(is_found)
    return()
  endif()
  set(candidates ${BATON_MSGGEN_PYTHON})
  if(NOT candidates)
    # Debian's packages belong to /usr/bin/python3, whatever the user's PATH holds.
    find_program(BATON_OTHER_PYTHON NAMES python3)
    mark_as_advanced(BATON_OTHER_PYTHON)
    set(candidates /usr/bin/python3 ${BATON_OTHER_PYTHON})
  endif()
  # The generator does not see PYTHONPATH, in which a ROS 2 that is sourced has its parser.
  set(script
      [[
import os, sys
if sys.version_info < (3, 10):
    sys.exit(1)
try:
    import lark, rosidl_parser.parser
except ImportError:
    sys.exit()
found = {os.path.dirname(os.path.abspath(one.__path__[0])) for one in (lark, rosidl_parser)}
named = map(os.path.abspath, filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)))
print("rosidl_parser", *sorted(found.intersection(named)), sep=";", end="")
]])
  set(python "")
  foreach(candidate IN LISTS candidates)
    execute_process(
      COMMAND ${candidate} -B -s -c "${script}"
      RESULT_VARIABLE status
      OUTPUT_VARIABLE parser
      ERROR_QUIET)
    if(status EQUAL 0 AND (parser OR NOT python))
      set(python ${candidate})
      list(TRANSFORM parser PREPEND --python-path= OUTPUT_VARIABLE options)
      list(POP_FRONT options)
    endif()
    if(python AND parser)
      break()
    endif()
  endforeach()
  if(NOT python)
    list(JOIN candidates ", " tried)
    message(FATAL_ERROR "Message types are made with Python 3.10 or newer, and there is none (tried: "
                        "${tried}): apt-get install python3, or set BATON_MSGGEN_PYTHON")
  endif()
  get_property(generator GLOBAL PROPERTY BATON_MSGGEN)
  set(pycache pycache_prefix=${CMAKE_BINARY_DIR}/pycache)
  set_property(GLOBAL PROPERTY BATON_MSGGEN_COMMAND ${python} -E -s -X ${pycache} ${generator} ${options})
endfunction()
