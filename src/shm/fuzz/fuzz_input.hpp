// SPDX-License-Identifier: Apache-2.0
// The bytes of a fuzzer, read as decisions. After their end everything is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

namespace baton::shm::fuzz {

class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  bool empty() const { return left_ == 0; }

  template <class T>
  T next() {
    T value = 0;
    const std::size_t size = left_ < sizeof value ? left_ : sizeof value;
    if (size == 0) return value;
    std::memcpy(&value, data_, size);
    data_ += size;
    left_ -= size;
    return value;
  }
  std::uint8_t byte() { return next<std::uint8_t>(); }

  /// A number of any size, often at a place where things break: near limits, near 0, or anywhere.
  std::uint64_t number() {
    constexpr std::uint64_t special[] = {0,          1,          63,         64,         4095,
                                         4096,       0xffff,     0x10000,    0xffffffff, 1ull << 32,
                                         1ull << 47, 1ull << 48, 1ull << 63, UINT64_MAX};
    const std::uint8_t how = byte();
    switch (how % 4) {
      case 0:
        return how / 4;
      case 1:
        return special[how / 4 % std::size(special)] + next<std::int8_t>();
      case 2:
        return next<std::uint16_t>();
      default:
        return next<std::uint64_t>();
    }
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

}  // namespace baton::shm::fuzz
