// SPDX-License-Identifier: Apache-2.0
#include "communicators/shared_mappings.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace perf {
namespace {

class Mapping {
 public:
  explicit Mapping(size_t size) : size_(size) {
    const std::string name = "/perf_mapping_" + std::to_string(getpid());
    const int file = shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
    shm_unlink(name.c_str());
    EXPECT_EQ(ftruncate(file, static_cast<off_t>(size)), 0);
    begin = static_cast<char*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
  }
  ~Mapping() { munmap(begin, size_); }

  char* begin;

 private:
  const size_t size_;
};

}  // namespace

TEST(SharedMappings, HoldWhatLiesInSharedMemoryAndNothingElse) {
  constexpr size_t size = 1 << 16;
  SharedMappings mappings;
  const std::string own(100, 'x');
  EXPECT_FALSE(mappings.hold(own.data()));
  const Mapping memory(size);
  EXPECT_TRUE(mappings.hold(memory.begin));
  EXPECT_TRUE(mappings.hold(memory.begin + size - 1));
  EXPECT_FALSE(mappings.hold(own.data()));
}

TEST(SharedMappings, OneThatComesLaterIsFound) {
  SharedMappings mappings;
  const Mapping first(4096);
  EXPECT_TRUE(mappings.hold(first.begin));
  const Mapping second(4096);
  EXPECT_TRUE(mappings.hold(second.begin));
}

}  // namespace perf
