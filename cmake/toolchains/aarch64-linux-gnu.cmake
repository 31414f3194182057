# SPDX-License-Identifier: Apache-2.0
# Builds for ARM64 on another machine. BATON_SYSROOT is a Debian of that processor with the packages of
# [build] and [test], made by tools/arm64.sh; BATON_EMULATOR a qemu-aarch64, to run what was built.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
# CMake's own trials of the compiler read this file too, without the cache.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BATON_SYSROOT BATON_EMULATOR)
if(NOT BATON_SYSROOT)
  message(FATAL_ERROR "set BATON_SYSROOT to the root of a Debian of ARM64: `make arm64` does")
endif()

set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_SYSROOT ${BATON_SYSROOT})
# Debian's cross compiler looks for libraries where its own packages put them, not in a root of theirs.
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "-L${BATON_SYSROOT}/usr/lib/aarch64-linux-gnu \
-Wl,-rpath-link,${BATON_SYSROOT}/usr/lib/aarch64-linux-gnu -Wl,-rpath-link,${BATON_SYSROOT}/lib/aarch64-linux-gnu")
endforeach()

set(CMAKE_FIND_ROOT_PATH ${BATON_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# The interface generators are scripts: the building machine's.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)

if(BATON_EMULATOR)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${BATON_EMULATOR} -L ${BATON_SYSROOT})
endif()
