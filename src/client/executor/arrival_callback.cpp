// SPDX-License-Identifier: Apache-2.0
#include "client/executor/arrival_callback.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include <baton/logging.hpp>

#include "base/shared_ptr_atomics.hpp"
#include "client/executor/arrival_watch.hpp"

namespace baton::client {
ArrivalCallback::ArrivalCallback(std::shared_ptr<ContextState> context,
                                 std::shared_ptr<transport::SubscriptionPort> port, Of of,
                                 std::string name)
    : context_(std::move(context)), port_(std::move(port)), of_(of), name_(std::move(name)) {
  const transport::Arrivals now = arrivals();
  told_.store(now.arrived - now.unread, std::memory_order_relaxed);
}

transport::Arrivals ArrivalCallback::arrivals() const {
  if (of_ == Of::inside) return port_->arrivals_inside();
  transport::Arrivals all = port_->arrivals();
  if (of_ == Of::outside) {
    const transport::Arrivals inside = port_->arrivals_inside();
    all.arrived -= std::min(all.arrived, inside.arrived);
    all.unread -= std::min(all.unread, inside.unread);
  }
  return all;
}

void ArrivalCallback::set(std::function<void(std::size_t)> callback) {
  if (!callback) {
    throw std::invalid_argument(
        "The callback passed to set_on_new_..._callback is not callable: to have none, clear it");
  }
  const auto watch = ArrivalWatch::of(context_);
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(callback_, std::move(callback))) {
      // What was taken since the last one is no news.
      const transport::Arrivals now = arrivals();
      const std::uint64_t known = now.arrived - now.unread;
      if (told_.load(std::memory_order_relaxed) < known) {
        told_.store(known, std::memory_order_relaxed);
      }
    }
  }
  {
    const std::lock_guard lock(watch_mutex_);
    watch_ = watch;
  }
  if (!enter(watch->wait_set())) watch->add(weak_from_this());
  (void)look();
}

void ArrivalCallback::clear() {
  std::shared_ptr<ArrivalWatch> watch;
  {
    const std::lock_guard lock(watch_mutex_);
    watch.swap(watch_);
  }
  if (watch) (void)port_->attach_instead_of(watch->wait_set().get(), nullptr);
  const std::lock_guard lock(mutex_);
  callback_ = nullptr;
}

std::shared_ptr<ArrivalWatch> ArrivalCallback::watch() const {
  const std::lock_guard lock(watch_mutex_);
  return watch_;
}

void ArrivalCallback::move_on() {
  if (const auto found = watch()) found->add(weak_from_this());
}

bool ArrivalCallback::enter(const std::shared_ptr<transport::WaitSet>& wait_set) {
  return port_->attach_instead_of(nullptr, wait_set, weak_from_this());
}

bool ArrivalCallback::has_news() const {
  return arrivals().arrived > told_.load(std::memory_order_relaxed);
}

bool ArrivalCallback::look() {
  const std::lock_guard lock(mutex_);
  if (!callback_) return false;
  const std::uint64_t arrived = arrivals().arrived;
  const std::uint64_t told = told_.load(std::memory_order_relaxed);
  if (arrived <= told) return true;
  told_.store(arrived, std::memory_order_relaxed);
  const auto count = static_cast<std::size_t>(arrived - told);
  const auto callback = callback_;  // a copy: it may set another one
  try {
    callback(count);
  } catch (const std::exception& error) {
    RCLCPP_ERROR(get_logger("rclcpp"), "the callback for news of '%s' has thrown: %s",
                 name_.c_str(), error.what());
  } catch (...) {
    RCLCPP_ERROR(get_logger("rclcpp"), "the callback for news of '%s' has thrown no std::exception",
                 name_.c_str());
  }
  return true;
}

ArrivalCallback& made(std::shared_ptr<ArrivalCallback>& slot,
                      const std::shared_ptr<ContextState>& context,
                      const std::shared_ptr<transport::SubscriptionPort>& port,
                      ArrivalCallback::Of of, const char* name) {
  auto found = base::atomic_load(slot, std::memory_order_acquire);  // [arrival/slot]
  if (found) return *found;
  auto fresh = std::make_shared<ArrivalCallback>(context, port, of, name);
  // [arrival/slot] the thread that makes it; a thread that comes second uses the first one's
  if (base::atomic_replace(slot, found, fresh, std::memory_order_acq_rel,
                           std::memory_order_acquire)) {
    return *fresh;
  }
  return *found;
}

void clear(std::shared_ptr<ArrivalCallback>& slot) {
  const auto found = base::atomic_load(slot, std::memory_order_acquire);  // [arrival/slot]
  if (found) found->clear();
}

void move_on(const std::shared_ptr<ArrivalCallback>& slot) {
  const auto found = base::atomic_load(slot, std::memory_order_acquire);  // [arrival/slot]
  if (found) found->move_on();
}

}  // namespace baton::client
