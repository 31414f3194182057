// SPDX-License-Identifier: Apache-2.0
// Entities that ask Python before they run: those of callback groups that decide themselves, and
// what waitables wait for.
//
// An entity whose gate says no is parked: it leaves its executor until all gates are asked again,
// which is after each callback of Python and when a spin begins. So nothing polls, and a spin does
// not end early.
// Thread safety: all of it. No lock is held while Python is asked. Order of locks: that of a
// callback group, Gated::mutex_, then that of the rounds, or those of the executor.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include <baton/executable.hpp>
#include <baton/timer.hpp>

#include "handle.hpp"

namespace baton::python {

enum class Verdict : std::uint8_t {
  run,   // take, and call the callback
  park,  // not now
  done,  // the gate has done all there is to do
};

/// What `begin()` of the callback's gate says; without a gate: run.
Verdict ask_gate(const Callback& callback);
/// Tells the gate that what it let run has ended.
void tell_gate(const Callback& callback) noexcept;

class Parked {
 public:
  virtual void unpark() = 0;

 protected:
  ~Parked() = default;
};

/// Each time all gates are asked again a round begins.
std::uint64_t round_of_gates();
/// False if another round has begun since: then `parked` is not kept. `self` keeps it alive.
bool park_for_round(std::uint64_t round, Parked& parked, const std::weak_ptr<void>& self);
/// Without the GIL. Costs one look while the process has no gate.
void ask_gates_again();
void count_gated(int change);

/// Asks all gates again at the end of the scope, which is around that of a Gil.
class AskGatesAgain {
 public:
  AskGatesAgain() = default;
  ~AskGatesAgain() { ask_gates_again(); }
  AskGatesAgain(const AskGatesAgain&) = delete;
  AskGatesAgain& operator=(const AskGatesAgain&) = delete;
};

/// An entity of class Base with a gate, which its callback has.
template <class Base>
class Gated final : public Base, private Parked {
 public:
  template <class... Arguments>
  explicit Gated(SharedCallback gate, Arguments&&... arguments)
      : Base(std::forward<Arguments>(arguments)...), gate_(std::move(gate)) {
    count_gated(1);
  }
  ~Gated() override { count_gated(-1); }

 protected:
  bool execute_next(Executable::Taken taken, void* context) override {
    if (!is_due()) return Base::execute_next(taken, context);
    const std::uint64_t round = round_of_gates();
    switch (ask_gate(*gate_)) {
      case Verdict::park:
        park(round);
        return false;
      case Verdict::done:
        if (taken != nullptr) taken(context);
        ask_gates_again();
        return true;
      case Verdict::run:
        break;
    }
    const Through through(*gate_);
    return Base::execute_next(taken, context);
  }

  bool has_work() const noexcept override {
    // Relaxed: the lock of the group or of the executor orders it with the change.
    return !parked_.load(std::memory_order_relaxed) && Base::has_work();
  }

  void attach(const std::shared_ptr<client::Dispatcher>& dispatcher,
              const std::weak_ptr<void>& self) override {
    const std::lock_guard lock(mutex_);
    dispatcher_ = dispatcher;
    if (dispatcher) self_ = self;
    Base::attach(parked_.load(std::memory_order_relaxed) ? nullptr : dispatcher, self);
  }

 private:
  /// The gate is told and the others are asked, whatever the callback throws.
  class Through {
   public:
    explicit Through(const Callback& gate) : gate_(gate) {}
    ~Through() {
      tell_gate(gate_);
      ask_gates_again();
    }
    Through(const Through&) = delete;
    Through& operator=(const Through&) = delete;

   private:
    const Callback& gate_;
  };

  bool is_due() {
    if constexpr (std::is_base_of_v<TimerBase, Base>) {
      return this->is_ready();
    } else {
      return Base::has_work();
    }
  }

  void park(std::uint64_t round) {
    const std::lock_guard lock(mutex_);
    Base::attach(nullptr, {});
    if (park_for_round(round, *this, self_)) {
      parked_.store(true, std::memory_order_relaxed);
    } else {
      Base::attach(dispatcher_.lock(), self_);
    }
  }

  void unpark() override {
    const std::lock_guard lock(mutex_);
    parked_.store(false, std::memory_order_relaxed);
    Base::attach(dispatcher_.lock(), self_);
  }

  const SharedCallback gate_;
  std::atomic<bool> parked_{false};  // written under mutex_
  std::mutex mutex_;                 // covers what follows
  std::weak_ptr<client::Dispatcher> dispatcher_;
  std::weak_ptr<void> self_;
};

}  // namespace baton::python
