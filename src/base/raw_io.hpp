// SPDX-License-Identifier: Apache-2.0
// read() and write() of eight bytes without libc, for the eventfd on the path of a message. The
// functions of libc are cancellation points, which costs two more cold pages of code on either side
// of a wake-up.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "base/fence.hpp"

namespace baton::base {

#if defined(__x86_64__) && !defined(BATON_THREAD_SANITIZER)
namespace detail {
inline long word_call(long number, int fd, const uint64_t& word) noexcept {
  asm volatile("syscall"
               : "+a"(number)
               : "D"(long{fd}), "S"(&word), "d"(sizeof word)
               : "rcx", "r11", "memory");
  return number;
}
}  // namespace detail

/// Returns what the kernel returns: the number of bytes, or -errno.
inline long read_word(int fd, uint64_t& word) noexcept {
  return detail::word_call(SYS_read, fd, word);
}
/// Returns what the kernel returns, as read_word() does.
inline long write_word(int fd, const uint64_t& word) noexcept {
  return detail::word_call(SYS_write, fd, word);
}
#else
inline long read_word(int fd, uint64_t& word) noexcept {
  const ssize_t result = ::read(fd, &word, sizeof word);
  return result < 0 ? -errno : result;
}
inline long write_word(int fd, const uint64_t& word) noexcept {
  const ssize_t result = ::write(fd, &word, sizeof word);
  return result < 0 ? -errno : result;
}
#endif

}  // namespace baton::base
