// SPDX-License-Identifier: Apache-2.0
#include "client/executor/arrival_watch.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "client/context/context_state.hpp"
#include "client/executor/arrival_callback.hpp"

namespace baton::client {

/// What the thread and its owner share; the thread may outlive the owner by a moment.
struct ArrivalWatch::Shared {
  std::shared_ptr<transport::WaitSet> wait_set;
  std::atomic<bool> ended{false};

  std::mutex mutex;                                     // covers what follows
  std::vector<std::weak_ptr<ArrivalCallback>> to_take;  // not in the wait set, or not any more

  std::vector<std::weak_ptr<ArrivalCallback>> take_list() {
    const std::lock_guard lock(mutex);
    return std::exchange(to_take, {});
  }

  static void run(const std::shared_ptr<Shared>& self) {
    constexpr std::int64_t pause_ns = 1'000'000;
    // The thread's: those that an executor has.
    std::vector<std::weak_ptr<ArrivalCallback>> elsewhere;
    while (!self->ended.load(std::memory_order_acquire)) {  // [watch/end] the thread
      transport::Harvest harvest;
      harvest.accept = [](void*, void* who) {
        return static_cast<ArrivalCallback*>(who)->has_news();
      };
      (void)self->wait_set->wait(elsewhere.empty() ? transport::wait_forever : pause_ns, 0,
                                 &harvest);
      for (const auto& who : harvest.found) static_cast<ArrivalCallback*>(who.get())->look();
      for (auto& entry : self->take_list()) elsewhere.push_back(std::move(entry));
      std::erase_if(elsewhere, [&](const auto& entry) {
        const auto alive = entry.lock();
        if (!alive || alive->enter(self->wait_set)) return true;
        return !alive->look();
      });
    }
  }
};

ArrivalWatch::ArrivalWatch(const std::shared_ptr<ContextState>& context)
    : context_(context), shared_(std::make_shared<Shared>()) {
  shared_->wait_set = context->open_wait_set();
  thread_ = std::thread([shared = shared_] { Shared::run(shared); });
}

/// No function is set any more, so the thread ends at once. It may be the caller, in a function
/// that clears itself: then it ends behind that.
ArrivalWatch::~ArrivalWatch() {
  shared_->ended.store(true, std::memory_order_release);  // [watch/end] the owner
  shared_->wait_set->notify();
  if (thread_.get_id() == std::this_thread::get_id()) {
    thread_.detach();
  } else {
    thread_.join();
  }
}

std::shared_ptr<ArrivalWatch> ArrivalWatch::of(const std::shared_ptr<ContextState>& context) {
  struct Known {
    std::mutex mutex;  // covers watches
    std::map<const ContextState*, std::weak_ptr<ArrivalWatch>> watches;
  };
  static Known& known = *new Known;  // threads may ask until the process ends
  const auto find = [&]() -> std::shared_ptr<ArrivalWatch> {
    std::erase_if(known.watches, [](const auto& each) { return each.second.expired(); });
    const auto at = known.watches.find(context.get());
    return at == known.watches.end() ? nullptr : at->second.lock();
  };
  {
    const std::lock_guard lock(known.mutex);
    if (auto watch = find()) return watch;
  }
  // Without the lock: it may have to join the domain.
  std::shared_ptr<ArrivalWatch> made(new ArrivalWatch(context));
  const std::lock_guard lock(known.mutex);
  if (auto watch = find())
    return watch;  // of a thread that was quicker; ours ends without the lock
  known.watches[context.get()] = made;
  return made;
}

void ArrivalWatch::add(const std::weak_ptr<ArrivalCallback>& entry) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->to_take.push_back(entry);
  }
  shared_->wait_set->notify();
}

const std::shared_ptr<transport::WaitSet>& ArrivalWatch::wait_set() const {
  return shared_->wait_set;
}

}  // namespace baton::client
