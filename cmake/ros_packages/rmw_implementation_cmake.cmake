# SPDX-License-Identifier: Apache-2.0
# Which middlewares there are. With Baton it is one, whatever RMW_IMPLEMENTATION and RMW_IMPLEMENTATIONS
# say: `baton`, which is also the name that rmw_get_implementation_identifier() returns.

function(get_available_rmw_implementations variable)
  set(${variable} baton PARENT_SCOPE)
endfunction()

function(get_default_rmw_implementation variable)
  set(${variable} baton PARENT_SCOPE)
endfunction()

# call_for_each_rmw_implementation(<macro> [GENERATE_DEFAULT])
#
# Calls the macro with rmw_implementation and target_suffix (`__baton`) set; with GENERATE_DEFAULT once
# before, with an empty suffix.
macro(call_for_each_rmw_implementation macro_name)
  if(NOT "${ARGN}" MATCHES "^(GENERATE_DEFAULT)?$")
    message(FATAL_ERROR "call_for_each_rmw_implementation(${macro_name}): not understood: '${ARGN}'; "
                        "behind the name of a macro only GENERATE_DEFAULT may come")
  endif()
  set(rmw_implementation baton)
  if("${ARGN}" STREQUAL "GENERATE_DEFAULT")
    set(target_suffix "")
    cmake_language(CALL ${macro_name})
  endif()
  set(target_suffix "__baton")
  cmake_language(CALL ${macro_name})
endmacro()
