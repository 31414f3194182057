// SPDX-License-Identifier: Apache-2.0
#include "base/quiet_thread.hpp"

#include <pthread.h>
#include <signal.h>

#include <system_error>
#include <utility>

namespace baton::base {

Status start_quiet_thread(std::thread& thread, const std::string& name,
                          std::function<void()> work) {
  // A thread begins with the signal mask of its creator.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  Status result;
  try {
    thread = std::thread(std::move(work));
    ::pthread_setname_np(thread.native_handle(), name.substr(0, 15).c_str());
  } catch (const std::system_error& error) {
    result = os_error("cannot start a thread", error.code().value());
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return result;
}

}  // namespace baton::base
