// SPDX-License-Identifier: Apache-2.0
//
// Messages as bytes: XCDR1 (PLAIN_CDR of DDS-XTypes 1.3, clause 7.4.1), as ROS 2 has it on the
// wire.
//
// Every value is aligned to its size, at most 8, counted from behind the four bytes of
// encapsulation. Strings have a length that counts their NUL. A wide string is what Fast CDR 1
// writes: a length without NUL, then four bytes for each 16-bit unit; a wide character has four
// bytes too. Written in little endian; read in either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include <baton/msg/container_header.hpp>
#include <baton/msg/likely.hpp>
#include <baton/msg/round_up.hpp>
#include <baton/msg/span.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

/// Writes into a buffer that cdr_size() has measured. If values do not fit, they are dropped, and
/// complete() is false. Not thread-safe.
class CdrWriter {
 public:
  /// Position 0 is the beginning of `buffer`, behind the encapsulation.
  explicit CdrWriter(Span<std::byte> buffer) noexcept
      : begin_(buffer.data()), size_(buffer.size()) {}

  std::size_t position() const noexcept { return position_; }
  bool complete() const noexcept { return complete_; }

  /// Alignment is a power of two. The gap is filled with zeros.
  void align(std::size_t alignment) noexcept {
    const std::size_t to = round_up(position_, alignment);
    if (to > size_) BATON_UNLIKELY {
      return overflow();
    }
    // One store of eight zeros instead of a loop, where there is room behind the gap.
    if (position_ + 8 <= size_) BATON_LIKELY {
      std::memset(begin_ + position_, 0, 8);
    } else {
      for (std::size_t i = position_; i < to; ++i) begin_[i] = std::byte{};
    }
    position_ = to;
  }

  template <class T>
  void put(T value) noexcept {
    static_assert(std::is_arithmetic_v<T>);
    if constexpr (std::is_same_v<T, char16_t>) {
      put(std::uint32_t{value});
    } else {
      if constexpr (sizeof(T) > 1) align(sizeof(T));
      bytes(&value, sizeof(T));
    }
  }

  /// Copies bytes without alignment.
  void bytes(const void* from, std::size_t size_bytes) noexcept {
    if (size_bytes > size_ - position_) BATON_UNLIKELY {
      return overflow();
    }
    std::memcpy(begin_ + position_, from, size_bytes);
    position_ += size_bytes;
  }

  /// The elements of an array, or those of a sequence behind their number. Without elements nothing
  /// is written, and nothing aligned.
  template <class T>
  void elements(const T* from, std::size_t count) noexcept {
    if (count == 0) return;
    if constexpr (std::is_same_v<T, char16_t>) {
      for (std::size_t i = 0; i < count; ++i) put(from[i]);
    } else {
      align(sizeof(T));
      bytes(from, count * sizeof(T));
    }
  }

  void string(const char* from, std::uint32_t size) noexcept {
    put(size + 1);
    bytes(from, size);
    put(char{});
  }
  void wide_string(const char16_t* from, std::uint32_t size) noexcept {
    put(size);
    elements(from, size);
  }

  /// True if memory that lies `offset_bytes` behind an address aligned to `alignment` can be copied
  /// to this position as it is.
  bool matches(std::size_t offset_bytes, std::size_t alignment) const noexcept {
    return ((position_ - offset_bytes) & (alignment - 1)) == 0;
  }

 private:
  void overflow() noexcept {
    position_ = size_;
    complete_ = false;
  }

  std::byte* begin_;
  std::size_t size_;
  std::size_t position_ = 0;
  bool complete_ = true;
};

/// Reads a stranger's bytes. Each function returns false when the bytes end or hold what no message
/// can. It then consumes nothing worth mentioning. Not thread-safe.
class CdrReader {
 public:
  /// `swapped`: the bytes are big endian.
  explicit CdrReader(Span<const std::byte> bytes, bool swapped = false) noexcept
      : begin_(bytes.data()), size_(bytes.size()), swapped_(swapped) {}

  std::size_t position() const noexcept { return position_; }
  std::size_t remaining() const noexcept { return size_ - position_; }
  bool swapped() const noexcept { return swapped_; }

  bool align(std::size_t alignment) noexcept {
    const std::size_t to = round_up(position_, alignment);
    if (to > size_) BATON_UNLIKELY {
      return false;
    }
    position_ = to;
    return true;
  }

  template <class T>
  bool get(T& value) noexcept {
    static_assert(std::is_arithmetic_v<T>);
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      if (!get(byte) || byte > 1) return false;
      value = byte != 0;
      return true;
    } else if constexpr (std::is_same_v<T, char16_t>) {
      std::uint32_t wide = 0;
      if (!get(wide) || wide > 0xffff) return false;
      value = static_cast<char16_t>(wide);
      return true;
    } else {
      if constexpr (sizeof(T) > 1) {
        if (!align(sizeof(T))) return false;
      }
      if (!bytes(&value, sizeof(T))) return false;
      if constexpr (sizeof(T) > 1) {
        if (swapped_) BATON_UNLIKELY {
          swap_bytes<sizeof(T)>(&value, 1);
        }
      }
      return true;
    }
  }

  /// Copies bytes without alignment, in the writer's byte order.
  bool bytes(void* to, std::size_t size_bytes) noexcept {
    if (size_bytes > remaining()) BATON_UNLIKELY {
      return false;
    }
    std::memcpy(to, begin_ + position_, size_bytes);
    position_ += size_bytes;
    return true;
  }

  template <class T>
  bool elements(T* to, std::size_t count) noexcept {
    if (count == 0) return true;
    if constexpr (std::is_same_v<T, char16_t>) {
      for (std::size_t i = 0; i < count; ++i) {
        if (!get(to[i])) return false;
      }
      return true;
    } else if constexpr (std::is_same_v<T, bool>) {
      return bytes(to, count) && booleans(to, count);
    } else {
      if (!align(sizeof(T)) || count > remaining() / sizeof(T)) return false;
      (void)bytes(to, count * sizeof(T));
      if constexpr (sizeof(T) > 1) {
        if (swapped_) BATON_UNLIKELY {
          swap_bytes<sizeof(T)>(to, count);
        }
      }
      return true;
    }
  }

  /// How many elements follow: at most `bound`, and not more than the bytes that are left can hold
  /// when each takes `least_bytes`. So no caller allocates for elements that cannot be there.
  bool length(std::uint32_t& count, std::size_t least_bytes,
              std::uint32_t bound = ContainerHeader::most_elements) noexcept {
    if (!get(count) || count > bound) return false;
    return std::uint64_t{count} * least_bytes <= remaining();
  }

  /// The characters, still in the buffer. As in Fast CDR, a string may lack its NUL, or have length
  /// 0.
  bool string(std::string_view& text,
              std::uint32_t bound = ContainerHeader::most_elements) noexcept {
    std::uint32_t count = 0;
    if (!get(count) || count > remaining()) return false;
    const char* from = reinterpret_cast<const char*>(begin_ + position_);
    const std::uint32_t size = count != 0 && from[count - 1] == '\0' ? count - 1 : count;
    if (size > bound) return false;
    text = {from, size};
    position_ += count;
    return true;
  }

  /// Makes sure that copied bools are 0 or 1; false if one was not.
  static bool booleans(void* first, std::size_t count) noexcept {
    auto* byte = static_cast<std::uint8_t*>(first);
    std::uint8_t seen = 0;
    for (std::size_t i = 0; i < count; ++i) seen = static_cast<std::uint8_t>(seen | byte[i]);
    if (seen <= 1) BATON_LIKELY {
      return true;
    }
    for (std::size_t i = 0; i < count; ++i) byte[i] = byte[i] & 1;
    return false;
  }

  /// Like CdrWriter::matches(), and the byte order is this machine's.
  bool matches(std::size_t offset_bytes, std::size_t alignment) const noexcept {
    return !swapped_ && ((position_ - offset_bytes) & (alignment - 1)) == 0;
  }

  template <std::size_t size_bytes>
  static void swap_bytes(void* first, std::size_t count) noexcept {
    using Word =
        std::conditional_t<size_bytes == 2, std::uint16_t,
                           std::conditional_t<size_bytes == 4, std::uint32_t, std::uint64_t>>;
    static_assert(sizeof(Word) == size_bytes);
    auto* at = static_cast<std::byte*>(first);
    for (std::size_t i = 0; i < count; ++i, at += size_bytes) {
      Word word;
      std::memcpy(&word, at, size_bytes);
      if constexpr (size_bytes == 2) word = __builtin_bswap16(word);
      if constexpr (size_bytes == 4) word = __builtin_bswap32(word);
      if constexpr (size_bytes == 8) word = __builtin_bswap64(word);
      std::memcpy(at, &word, size_bytes);
    }
  }

 private:
  const std::byte* begin_;
  std::size_t size_;
  std::size_t position_ = 0;
  bool swapped_;
};

/// Counts what CdrWriter would write.
class CdrMeasure {
 public:
  explicit CdrMeasure(std::size_t position = 0) noexcept : position_(position) {}
  std::size_t position() const noexcept { return position_; }

  void align(std::size_t alignment) noexcept { position_ = round_up(position_, alignment); }
  void bytes(std::size_t size_bytes) noexcept { position_ += size_bytes; }
  /// `count` values of this size and alignment.
  void elements(std::size_t size_bytes, std::size_t count = 1) noexcept {
    if (count == 0) return;
    align(size_bytes);
    bytes(size_bytes * count);
  }
  void string(std::uint32_t size) noexcept {
    elements(4);
    bytes(std::size_t{size} + 1);
  }
  void wide_string(std::uint32_t size) noexcept { elements(4, std::size_t{size} + 1); }
  bool matches(std::size_t offset_bytes, std::size_t alignment) const noexcept {
    return ((position_ - offset_bytes) & (alignment - 1)) == 0;
  }

 private:
  std::size_t position_;
};

/// Size of the encapsulation: 00 01 00 00 is PLAIN_CDR in little endian, 00 00 00 00 in big endian.
/// The last two bytes are options and may be anything.
inline constexpr std::size_t encapsulation_bytes = 4;

/// Size of what encode_message() makes, encapsulation included.
BATON_PUBLIC std::size_t encoded_size(const TypeSupport& type, const void* message) noexcept;
/// Encodes the message behind its encapsulation. Replaces `bytes`, whose capacity stays. False: the
/// message changed meanwhile (it is in a stranger's memory) and the bytes are no message.
BATON_PUBLIC bool encode_message(const TypeSupport& type, const void* message,
                                 std::vector<std::byte>& bytes);
/// Encodes into `bytes`, whose size encoded_size() has measured. False if they are too few.
BATON_PUBLIC bool encode_message(const TypeSupport& type, const void* message,
                                 Span<std::byte> bytes) noexcept;
/// Decodes into a constructed message. False: the bytes are no such message; fields that were
/// decoded before stay. Allocates at most eight times the size of `bytes`. Bytes behind the message
/// are allowed, as padding is.
BATON_PUBLIC bool decode_message(const TypeSupport& type, Span<const std::byte> bytes,
                                 void* message);

}  // namespace baton::msg
