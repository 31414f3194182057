// SPDX-License-Identifier: Apache-2.0
#include "scoreboard.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace perf {
namespace {

size_t size_of(size_t score_count) { return score_count * sizeof(Score) + sizeof(AllReceived); }

}  // namespace

Scoreboard Scoreboard::create(size_t score_count) {
  const int fd = memfd_create(memory_name, MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, static_cast<off_t>(size_of(score_count))) != 0) {
    const int error = errno;
    if (fd >= 0) close(fd);
    throw std::system_error(error, std::generic_category(), "cannot make the scoreboard");
  }
  return Scoreboard(fd, score_count);
}

Scoreboard Scoreboard::open(int fd, size_t score_count) { return Scoreboard(fd, score_count); }

Scoreboard::Scoreboard(int fd, size_t score_count) : fd_(fd) {
  void* memory = mmap(nullptr, size_of(score_count), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) {
    const int error = errno;
    close(fd);
    throw std::system_error(error, std::generic_category(), "cannot map the scoreboard");
  }
  scores_ = {static_cast<Score*>(memory), score_count};
  all_received_ = reinterpret_cast<AllReceived*>(scores_.data() + score_count);
}

Scoreboard::Scoreboard(Scoreboard&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      scores_(std::exchange(other.scores_, {})),
      all_received_(std::exchange(other.all_received_, nullptr)) {}

Scoreboard::~Scoreboard() {
  if (!scores_.empty()) munmap(scores_.data(), size_of(scores_.size()));
  if (fd_ >= 0) close(fd_);
}

void Scoreboard::prefault(size_t index) {
  auto* bytes = reinterpret_cast<volatile std::byte*>(&scores_[index]);
  for (size_t i = 0; i < sizeof(Score); i += 4096) bytes[i] = bytes[i];
}

}  // namespace perf
