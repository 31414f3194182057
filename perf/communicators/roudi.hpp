// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

#include "options.hpp"

namespace perf {

/// The one pool of chunks that a run through iceoryx needs.
struct RoudiPool {
  size_t chunk_size_bytes = 0;
  size_t chunks = 0;

  /// So many that a message is refused only when a subscriber keeps too many.
  static RoudiPool of(const Options& options);
  /// RouDi's configuration file.
  std::string as_toml() const;
};

/// RouDi, the daemon that iceoryx needs. It cannot outlive this process: it ends in order with it,
/// and removes its shared memory. The destructor ends it.
class Roudi {
 public:
  /// Starts it, and waits until it is ready. Throws RunError with the cure: when it is not
  /// installed, and when one runs already, whose pools need not fit.
  static Roudi start(const RoudiPool& pool);

  Roudi(Roudi&& other) noexcept;
  Roudi& operator=(Roudi&&) = delete;
  ~Roudi();

  /// Says in a sentence how it has ended; empty while it runs.
  std::string how_it_ended();

 private:
  Roudi(pid_t pid, int output) : pid_(pid), output_(output) {}
  void await_ready();
  bool wait_until_ended(int64_t deadline_ns);

  pid_t pid_;
  int output_;          // the end of a pipe that its messages come through
  bool ready_ = false;  // else another RouDi may own what has the names of its memory
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace perf
