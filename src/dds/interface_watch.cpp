// SPDX-License-Identifier: Apache-2.0
#include "dds/interface_watch.hpp"

#include <ifaddrs.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <utility>

namespace baton::dds {
namespace {

/// The addresses of one network come one after the other; wait for all of them.
constexpr std::int64_t settling_ns = 50'000'000;
constexpr std::int64_t pause_before_another_try_ns = 1'000'000'000;

base::UniqueFd open_socket() {
  base::UniqueFd opened(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE));
  sockaddr_nl news{};
  news.nl_family = AF_NETLINK;
  news.nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_LINK;  // an address may come before its cable
  if (!opened) return {};
  if (bind(opened.get(), reinterpret_cast<const sockaddr*>(&news), sizeof news) != 0) return {};
  return opened;
}

}  // namespace

std::optional<bool> has_network() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return {};
  bool found = false;
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    // Fast DDS ignores an interface without a cable.
    found |= each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_INET &&
             (each->ifa_flags & (IFF_LOOPBACK | IFF_RUNNING)) == IFF_RUNNING;
  }
  freeifaddrs(all);
  return found;
}

/// Calls back once in any case: something may have changed before the socket was open.
InterfaceWatch::InterfaceWatch(std::shared_ptr<base::EventLoop> loop, std::function<bool()> changed)
    : loop_(std::move(loop)), changed_(std::move(changed)), socket_(open_socket()) {
  if (!socket_) return;
  call_in(settling_ns);
  if (!loop_->add_fd(socket_.get(), EPOLLIN, [this](std::uint32_t) { on_news(); })) socket_.reset();
}

InterfaceWatch::~InterfaceWatch() {
  if (socket_) loop_->remove_fd(socket_.get());
  base::TimerId last{};
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    last = call_;
  }
  loop_->cancel_timer(last);
}

/// The contents do not matter: any news means a change, even news that the socket had no room for.
void InterfaceWatch::on_news() {
  std::array<char, 4096> news;
  while (recv(socket_.get(), news.data(), news.size(), 0) > 0 || errno == ENOBUFS) {
  }
  if (!std::exchange(will_call_, true)) call_in(settling_ns);
}

void InterfaceWatch::call_in(std::int64_t delay_ns) {
  const std::lock_guard lock(mutex_);
  if (!ended_) call_ = loop_->add_timer(delay_ns, 0, [this] { call(); });
}

void InterfaceWatch::call() {
  will_call_ = false;
  if (changed_()) return;  // perhaps this object is gone
  will_call_ = true;
  call_in(pause_before_another_try_ns);
}

}  // namespace baton::dds
