// SPDX-License-Identifier: Apache-2.0
// An entity of which a test says when it has work.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include <baton/executable.hpp>

#include "client/executor/dispatcher.hpp"

namespace baton::client {

/// How a dispatcher hears of work: as of messages of its own process, or of another's.
enum class Found { posted, polled };

/// Has as much work as it is given.
class Worker : public Executable, public transport::Waitable {
 public:
  explicit Worker(Found found = Found::posted) : found_(found) {}
  ~Worker() override { Worker::attach(nullptr, {}); }

  void add_work() {
    work.fetch_add(1);
    found_ == Found::posted ? wait_set_->post(*this) : wait_set_->wake();
  }
  bool is_ready() const noexcept override {
    looks.fetch_add(1);
    return work.load() > 0;
  }

  std::atomic<int> work{0};
  mutable std::atomic<int> looks{0};
  std::atomic<int> executed{0};
  std::function<void()> before_taken = [] {};
  bool in_vain = false;  // what it has is not for a callback

 protected:
  bool execute_next(Taken taken, void* context) override {
    if (work.load() == 0) return false;
    work.fetch_sub(1);
    if (in_vain) return false;
    before_taken();
    if (taken != nullptr) taken(context);
    executed.fetch_add(1);
    return true;
  }
  bool has_work() const noexcept override { return work.load() > 0; }
  void attach(const std::shared_ptr<Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override {
    if (wait_set_) wait_set_->remove(*this);
    wait_set_ = dispatcher ? dispatcher->wait_set() : nullptr;
    if (!wait_set_) return;
    found_ == Found::posted ? wait_set_->add_posted(*this, self) : wait_set_->add(*this, self);
  }

 private:
  const Found found_;
  std::shared_ptr<transport::WaitSet> wait_set_;
};

}  // namespace baton::client
