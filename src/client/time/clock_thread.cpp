// SPDX-License-Identifier: Apache-2.0
#include "client/time/clock_thread.hpp"

#include <map>
#include <mutex>

#include <baton/executors/single_threaded_executor.hpp>

namespace baton::client {
namespace {

ExecutorOptions options_for(const Context::SharedPtr& context) {
  ExecutorOptions options;
  options.context = context;
  return options;
}

}  // namespace

class ClockThread::Loop : public executors::SingleThreadedExecutor {
 public:
  using SingleThreadedExecutor::SingleThreadedExecutor;
};

ClockThread::ClockThread(const Context::SharedPtr& context)
    : loop_(std::make_shared<Loop>(options_for(context))),
      thread_([loop = loop_] { loop->spin(); }) {}

ClockThread::~ClockThread() {
  loop_->cancel();
  if (std::this_thread::get_id() == thread_.get_id()) {
    thread_.detach();  // a callback of a clock released the last node
  } else {
    thread_.join();
  }
}

std::shared_ptr<ClockThread> ClockThread::of(const Context::SharedPtr& context) {
  static auto& mutex = *new std::mutex;
  static auto& threads =
      *new std::map<std::weak_ptr<ContextState>, std::weak_ptr<ClockThread>, std::owner_less<>>;
  // A context that is initialised again has another state: the loop of the former one has ended.
  const std::weak_ptr<ContextState> state = context->state();
  const auto known = [&] {
    const std::lock_guard lock(mutex);
    const auto found = threads.find(state);
    return found == threads.end() ? nullptr : found->second.lock();
  };
  if (auto thread = known()) return thread;
  // Make it without the mutex: this waits for the participant's thread, which may itself be making
  // a node.
  const std::shared_ptr<ClockThread> made(new ClockThread(context));
  const std::lock_guard lock(mutex);
  std::erase_if(threads, [](const auto& entry) { return entry.second.expired(); });
  auto& place = threads[state];
  // Another thread has made one at the same time.
  if (auto thread = place.lock()) return thread;
  place = made;
  return made;
}

void ClockThread::add(const CallbackGroup::SharedPtr& group) {
  loop_->add_callback_group(group, nullptr);
}

void ClockThread::remove(const CallbackGroup::SharedPtr& group) {
  loop_->remove_callback_group(group);
}

}  // namespace baton::client
