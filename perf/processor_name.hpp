// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perf {

/// What a reader calls this processor, from the kernel's own words: `cpuinfo` is the text of
/// /proc/cpuinfo, `board` that of /proc/device-tree/model, which x86 has not got. On ARM the kernel
/// gives numbers for implementer and part of each core, which differ where large and small cores
/// are together: "Raspberry Pi 5 Model B Rev 1.0 (Cortex-A76)". Empty when nothing is known.
std::string processor_name(const std::string& cpuinfo, const std::string& board);

/// That of this machine.
std::string processor_name();

}  // namespace perf
