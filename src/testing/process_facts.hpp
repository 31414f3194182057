// SPDX-License-Identifier: Apache-2.0
// What the kernel says about a process. Everything is read from /proc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace baton::testing {

#ifdef __SANITIZE_THREAD__
// ThreadSanitizer starts a thread beside the first one of the program.
inline constexpr std::size_t sanitizer_threads = 1;
#else
inline constexpr std::size_t sanitizer_threads = 0;
#endif

/// Open descriptors of this process, as "3 -> /dev/null".
std::vector<std::string> open_descriptors();
std::size_t thread_count();

/// Times that any thread of the process gave up the processor of its own will: went to sleep.
std::uint64_t voluntary_context_switches(pid_t pid);
/// Processor time used so far by all threads, ns.
std::uint64_t cpu_time_ns(pid_t pid);
/// 'R', 'S', 'T' (stopped), 'Z', ...; '?' when there is no such process.
char process_state(pid_t pid);

/// Names of everything below a directory; empty when there is none.
std::vector<std::string> files_below(const std::string& directory);

}  // namespace baton::testing
