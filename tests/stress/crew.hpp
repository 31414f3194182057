// SPDX-License-Identifier: Apache-2.0
// Runs a function in N threads or in N forked processes of this program.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace baton::stress {

enum class Actors { threads, processes };

class Crew {
 public:
  /// `work(i)` for i in [0, size). Processes are forked here: no other thread may run.
  Crew(Actors actors, std::size_t size, const std::function<void(std::size_t)>& work);
  /// Ends what is left.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Waits for all. Empty, or how a process ended that did not end well.
  std::string join();

 private:
  std::vector<std::thread> threads_;
  std::vector<pid_t> processes_;
};

}  // namespace baton::stress
