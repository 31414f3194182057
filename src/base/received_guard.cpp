// SPDX-License-Identifier: Apache-2.0
#include "base/received_guard.hpp"

#include <signal.h>
#include <unistd.h>

#include <string_view>

namespace baton::base {
namespace {

// Where received messages lie. Written before the handler is installed, so that the handler may
// read it.
uintptr_t guarded_begin = 0;
size_t guarded_bytes = 0;

constexpr std::string_view sentence =
    "baton: a received message was written to, or used after it was let go: it is read-only, and "
    "there "
    "only as long as its sample, its pointer or its callback; change or keep a copy\n";

struct sigaction default_action() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  return action;
}

void on_fault(int number, siginfo_t* info, void*) {
  const struct sigaction action = default_action();
  ::sigaction(number, &action, nullptr);
  // A signal sent by kill() does not come again when the handler returns.
  const bool sent = info->si_code <= 0;
  if (sent) {
    ::raise(number);  // delivered when the handler has returned
  } else if (reinterpret_cast<uintptr_t>(info->si_addr) - guarded_begin < guarded_bytes) {
    // A failed write() has no remedy here.
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, sentence.data(), sentence.size());
  }
}

bool is_default(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_DFL;
}

}  // namespace

void guard_received_memory(uintptr_t begin, size_t size_bytes) {
  struct sigaction former {};
  if (::sigaction(SIGSEGV, nullptr, &former) != 0 || !is_default(former)) return;
  guarded_begin = begin;
  guarded_bytes = size_bytes;
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  // Run the handler on the signal stack of the thread if it has one: the ordinary stack may be what
  // overflowed.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGSEGV, &action, &former);
  // Restore a handler that was installed meanwhile.
  if (!is_default(former)) ::sigaction(SIGSEGV, &former, nullptr);
}

}  // namespace baton::base
