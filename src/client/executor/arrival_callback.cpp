// SPDX-License-Identifier: Apache-2.0
#include "client/executor/arrival_callback.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <baton/logging.hpp>

namespace baton::client {
namespace {

/// The thread that looks. It ends when there is nothing to look at, and is never waited for.
class Watch {
 public:
  static Watch& of_process() {
    static Watch& watch = *new Watch;  // threads may use it until the process ends
    return watch;
  }

  /// Throws std::system_error when the system has no more threads; the next call tries again.
  void add(const std::shared_ptr<ArrivalCallback>& entry) {
    const std::lock_guard lock(mutex_);
    entries_.push_back(entry);
    if (running_) return;
    try {
      std::thread([this] { run(); }).detach();
    } catch (...) {
      entries_.pop_back();
      throw;
    }
    running_ = true;
  }

 private:
  void run() {
    constexpr std::chrono::milliseconds pause{1};
    std::vector<std::weak_ptr<ArrivalCallback>> now;
    while (take(now)) {
      std::erase_if(now, [](const auto& entry) {
        const auto alive = entry.lock();
        return !alive || !alive->look();
      });
      give_back(now);
      std::this_thread::sleep_for(pause);
    }
  }

  /// False: there is nothing left, and the thread ends.
  bool take(std::vector<std::weak_ptr<ArrivalCallback>>& now) {
    const std::lock_guard lock(mutex_);
    now = std::exchange(entries_, {});
    running_ = !now.empty();
    return running_;
  }

  void give_back(std::vector<std::weak_ptr<ArrivalCallback>>& looked_at) {
    const std::lock_guard lock(mutex_);
    entries_.insert(entries_.end(), looked_at.begin(), looked_at.end());
    looked_at.clear();
  }

  std::mutex mutex_;  // covers what follows
  bool running_ = false;
  std::vector<std::weak_ptr<ArrivalCallback>> entries_;
};

}  // namespace

ArrivalCallback::ArrivalCallback(std::shared_ptr<transport::SubscriptionPort> port, Of of,
                                 std::string name)
    : port_(std::move(port)), of_(of), name_(std::move(name)) {
  const transport::Arrivals now = arrivals();
  told_ = now.arrived - now.unread;
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
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(callback_, std::move(callback))) {
      // What was taken since the last one is no news.
      const transport::Arrivals now = arrivals();
      told_ = std::max(told_, now.arrived - now.unread);
    }
    if (!is_watched_) Watch::of_process().add(shared_from_this());
    is_watched_ = true;
  }
  (void)look();
}

void ArrivalCallback::clear() {
  const std::lock_guard lock(mutex_);
  callback_ = nullptr;
}

bool ArrivalCallback::look() {
  const std::lock_guard lock(mutex_);
  if (!callback_) return is_watched_ = false;
  const std::uint64_t arrived = arrivals().arrived;
  if (arrived <= told_) return true;
  const auto count = static_cast<std::size_t>(arrived - std::exchange(told_, arrived));
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
                      const std::shared_ptr<transport::SubscriptionPort>& port,
                      ArrivalCallback::Of of, const char* name) {
  auto found = std::atomic_load_explicit(&slot, std::memory_order_acquire);  // [arrival/slot]
  if (found) return *found;
  auto fresh = std::make_shared<ArrivalCallback>(port, of, name);
  // [arrival/slot] the thread that makes it; a thread that comes second uses the first one's
  if (std::atomic_compare_exchange_strong_explicit(&slot, &found, fresh, std::memory_order_acq_rel,
                                                   std::memory_order_acquire)) {
    return *fresh;
  }
  return *found;
}

void clear(std::shared_ptr<ArrivalCallback>& slot) {
  const auto found = std::atomic_load_explicit(&slot, std::memory_order_acquire);  // [arrival/slot]
  if (found) found->clear();
}

}  // namespace baton::client
