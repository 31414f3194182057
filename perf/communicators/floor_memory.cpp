// SPDX-License-Identifier: Apache-2.0
#include "communicators/floor_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace perf {

FloorGeometry FloorGeometry::of(const Options& options) {
  const auto rounded = [](size_t size_bytes) { return (size_bytes + 4095) / 4096 * 4096; };
  FloorGeometry g;
  const unsigned answers = options.roundtrip == Roundtrip::both ? 1 : 0;
  g.channels = options.publishers * options.topics + answers;
  g.bells = options.subscribers + answers;
  // As many messages as a publisher of that depth keeps, so that the caches are as warm.
  g.slots = options.way == Way::word_ring ? 4096 : options.history_depth + 2;
  g.slot_bytes =
      options.way == Way::word_ring ? sizeof(uint64_t) : rounded(options.message_type().size_bytes);
  g.channel_bytes = FloorChannel::header_bytes + rounded(g.slots * g.slot_bytes);
  return g;
}

FloorDescriptors FloorDescriptors::create(const FloorGeometry& geometry) {
  FloorDescriptors made{std::vector<int>{}};
  const auto keep = [&made](int fd, const char* what) {
    if (fd < 0) throw RunError(fmt::format("cannot make {}: {}", what, std::strerror(errno)));
    made.all_.push_back(fd);
  };
  keep(memfd_create("perf_test_floor", MFD_CLOEXEC), "the floor's memory");
  const size_t size_bytes = geometry.channels * geometry.channel_bytes;
  // Commit the memory now, so that no page fault falls into the run, and so that a lack of memory
  // is reported before it.
  if (posix_fallocate(made.memory(), 0, static_cast<off_t>(size_bytes)) != 0) {
    throw RunError(fmt::format(
        "cannot commit {} MiB for the floor's buffers; lower --history-depth, -p or --msg",
        size_bytes >> 20));
  }
  for (unsigned i = 0; i < geometry.bells; ++i) keep(eventfd(0, EFD_CLOEXEC), "an eventfd");
  return made;
}

FloorDescriptors::~FloorDescriptors() {
  for (int fd : all_) close(fd);
}

FloorMemory::FloorMemory(FloorDescriptors descriptors, const FloorGeometry& geometry)
    : descriptors_(std::move(descriptors)), geometry_(geometry) {
  void* memory = mmap(nullptr, geometry.channels * geometry.channel_bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_POPULATE, descriptors_.memory(), 0);
  if (memory == MAP_FAILED) {
    throw RunError(fmt::format("cannot map the floor's memory: {}", std::strerror(errno)));
  }
  memory_ = static_cast<std::byte*>(memory);
}

FloorMemory::~FloorMemory() { munmap(memory_, geometry_.channels * geometry_.channel_bytes); }

FloorChannel FloorMemory::channel(Direction direction, unsigned index) const {
  const unsigned channel = direction == Direction::back ? geometry_.channels - 1 : index;
  return FloorChannel(memory_ + channel * geometry_.channel_bytes, geometry_);
}

std::vector<FloorChannel> FloorMemory::channels(Direction direction, bool roundtrip) const {
  if (direction == Direction::back) return {channel(direction, 0)};
  std::vector<FloorChannel> forward;
  for (unsigned i = 0; i < geometry_.channels - (roundtrip ? 1 : 0); ++i) {
    forward.push_back(channel(direction, i));
  }
  return forward;
}

int FloorMemory::bell(Direction direction, unsigned index) const {
  return descriptors_.bell(direction == Direction::back ? geometry_.bells - 1 : index);
}

std::vector<int> FloorMemory::bells(Direction direction, bool roundtrip) const {
  if (direction == Direction::back) return {bell(direction, 0)};
  std::vector<int> forward;
  for (unsigned i = 0; i < geometry_.bells - (roundtrip ? 1 : 0); ++i) {
    forward.push_back(bell(direction, i));
  }
  return forward;
}

}  // namespace perf
