// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/registry_watch.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <set>

#include "shm/registry.hpp"

namespace baton::transport {
namespace {

constexpr std::int64_t poll_period_ns = 250'000'000;

}  // namespace

RegistryWatch::RegistryWatch(base::EventLoop& loop, int directory_fd, Callbacks callbacks)
    : loop_(loop), callbacks_(std::move(callbacks)) {
  if (base::Status done = watch(directory_fd); !done) {
    inotify_.reset();
    polling_reason_ = done.error().text;
    poll_timer_ = loop_.add_timer(poll_period_ns, poll_period_ns, callbacks_.on_anything);
  }
}

RegistryWatch::~RegistryWatch() {
  if (inotify_) {
    loop_.remove_fd(inotify_.get());
  } else {
    loop_.cancel_timer(poll_timer_);
  }
}

base::Status RegistryWatch::watch(int directory_fd) {
  inotify_ = base::UniqueFd(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!inotify_) {
    return base::os_error("no inotify instance is left (raise fs.inotify.max_user_instances)");
  }
  const std::string path = fmt::format("/proc/self/fd/{}", directory_fd);
  if (inotify_add_watch(inotify_.get(), path.c_str(), IN_CREATE | IN_MODIFY | IN_DELETE) < 0) {
    return base::os_error("cannot watch the registry (raise fs.inotify.max_user_watches)");
  }
  return loop_.add_fd(inotify_.get(), EPOLLIN, [this](std::uint32_t) { read_events(); });
}

void RegistryWatch::read_events() {
  alignas(inotify_event) char buffer[16 * 1024];
  std::set<std::string> ids;  // a participant that writes ten times is looked at once
  bool overflow = false;
  for (;;) {
    const ssize_t got = read(inotify_.get(), buffer, sizeof buffer);
    if (got <= 0) break;
    for (ssize_t at = 0; at < got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      if (event->mask & IN_Q_OVERFLOW) overflow = true;
      if (event->len > 0) {
        if (auto id = shm::participant_of_file(event->name)) ids.insert(std::move(*id));
      }
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
  }
  if (overflow) return callbacks_.on_anything();
  for (const std::string& id : ids) callbacks_.on_participant(id);
}

}  // namespace baton::transport
