// SPDX-License-Identifier: Apache-2.0
// Takes the descriptors of its process as they become free, as a leak elsewhere in a program does.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

namespace baton::machines {

class DescriptorEater {
 public:
  /// Leaves so many. The first time all are taken before it returns.
  explicit DescriptorEater(std::size_t left) : left_(left) {
    eat();
    thread_ = std::jthread([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) eat();
    });
  }
  ~DescriptorEater() {
    thread_ = {};
    while (!taken_.empty()) give_back();
  }

 private:
  void eat() {
    for (int taken = open("/dev/null", O_RDONLY); taken >= 0; taken = open("/dev/null", O_RDONLY)) {
      taken_.push_back(taken);
    }
    for (std::size_t count = 0; count < left_ && !taken_.empty(); ++count) give_back();
    std::this_thread::yield();
  }
  void give_back() {
    close(taken_.back());
    taken_.pop_back();
  }

  const std::size_t left_;
  std::vector<int> taken_;  // used by the thread while it runs
  std::jthread thread_;
};

}  // namespace baton::machines
