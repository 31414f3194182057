// SPDX-License-Identifier: Apache-2.0
// Messages that show when they were changed, mixed or reordered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

namespace baton::testing {

/// Every word follows from (publisher, sequence), so any bit that belongs to another message shows.
template <std::size_t SizeBytes>
struct CheckedMessage {
  static constexpr std::size_t word_count = SizeBytes / 8 - 2;

  std::uint64_t publisher;
  std::uint64_t sequence;
  std::uint64_t words[word_count];

  void fill(std::uint64_t from_publisher, std::uint64_t with_sequence) {
    publisher = from_publisher;
    sequence = with_sequence;
    std::uint64_t word = publisher ^ sequence * 0x9e3779b97f4a7c15;
    for (std::uint64_t& each : words) each = word = word * 0xd1342543de82ef95 + 1;
  }
  bool is_whole() const {
    std::uint64_t word = publisher ^ sequence * 0x9e3779b97f4a7c15;
    for (const std::uint64_t each : words) {
      if (each != (word = word * 0xd1342543de82ef95 + 1)) return false;
    }
    return true;
  }
};

struct SmallMessage : CheckedMessage<256> {};
struct LargeMessage : CheckedMessage<1 << 20> {};
struct HugeMessage : CheckedMessage<8 << 20> {};
/// A type with a name that no other type has.
struct OtherMessage {
  std::uint64_t value;
};

/// Collects what a reader has seen of each publisher, and counts messages that come twice,
/// backwards or damaged.
class Oracle {
 public:
  template <class Message>
  void see(const Message& message) {
    if (!message.is_whole()) ++corrupt;
    std::uint64_t& last = last_[message.publisher];
    if (message.sequence <= last) {
      ++disordered;
    } else {
      if (last != 0) missing += message.sequence - last - 1;
      last = message.sequence;
    }
    ++seen;
  }
  std::uint64_t last_of(std::uint64_t publisher) const {
    const auto at = last_.find(publisher);
    return at == last_.end() ? 0 : at->second;
  }
  std::size_t publishers() const { return last_.size(); }

  std::uint64_t seen = 0;
  std::uint64_t corrupt = 0;
  std::uint64_t disordered = 0;
  std::uint64_t missing = 0;  // gaps between two that were seen

 private:
  std::map<std::uint64_t, std::uint64_t> last_;
};

}  // namespace baton::testing
