// SPDX-License-Identifier: Apache-2.0
// What a callback group is to executors: its entities, its dispatcher, and whether a callback runs
// now.
//
// Thread safety: all of it. Entities are held weakly: their owners decide how long they live.
// A thread that looks at one may come to hold the last reference, and what that destroys may use
// the group, or be its last user: references are released when mutex_ is free again and the group
// is not touched any more. Order of locks: mutex_ of the group, then those of ports; park_lock_ is
// a leaf.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include <baton/callback_group.hpp>
#include <baton/executable.hpp>

#include "base/light_lock.hpp"

namespace baton::client {

class Dispatcher;

class GroupState : public std::enable_shared_from_this<GroupState> {
 public:
  GroupState(CallbackGroupType type, bool automatic) : type_(type), automatic_(automatic) {}
  ~GroupState();

  CallbackGroupType type() const { return type_; }
  bool is_automatic() const { return automatic_; }
  std::size_t size() const;

  /// Attached to the group's dispatcher, if it has one.
  void add(const std::shared_ptr<Executable>& entity);
  void remove(Executable& entity);
  /// From a wait set that had it: the group's dispatcher, if it has one, finds it again.
  void take_back(Executable& entity);

  /// What was referred to under a mutex: declared before its lock.
  struct References {
    std::vector<std::shared_ptr<Executable>> entities;
    std::shared_ptr<Dispatcher> dispatcher;
  };
  /// False if another dispatcher has it.
  bool join(const std::shared_ptr<Dispatcher>& dispatcher, References& held);
  /// False if `dispatcher` did not have it.
  bool leave(const Dispatcher& dispatcher, References& held);
  /// For callers that hold no mutex.
  bool join(const std::shared_ptr<Dispatcher>& dispatcher);
  bool leave(const Dispatcher& dispatcher);
  std::shared_ptr<Dispatcher> dispatcher() const;

  /// What was found ready while another callback of the group ran, and the dispatcher that found
  /// it: the group may have got another one meanwhile.
  struct Parked {
    std::weak_ptr<Executable> who;
    std::weak_ptr<Dispatcher> finder;
  };
  /// True if the group was free and is the caller's now; otherwise its holder gets `who`.
  bool take_or_park(const std::shared_ptr<Executable>& who, Dispatcher& finder);
  /// The group is free again; what was parked is the caller's.
  std::vector<Parked> set_free();

  std::atomic_bool& has_dispatcher() { return has_dispatcher_; }
  std::atomic_bool& can_be_taken_from() { return can_be_taken_from_; }

 private:
  /// With mutex_ held.
  void change_dispatcher(const std::shared_ptr<Dispatcher>& dispatcher, References& held);

  const CallbackGroupType type_;
  const bool automatic_;
  std::atomic_bool has_dispatcher_{false};    // follows dispatcher_, for callers that may not lock
  std::atomic_bool can_be_taken_from_{true};  // written under park_lock_
  base::LightLock park_lock_;                 // a leaf, inside a dispatcher's mutex; covers parked_
  std::vector<Parked> parked_;

  mutable std::mutex mutex_;  // covers what follows
  std::vector<std::weak_ptr<Executable>> entities_;
  std::weak_ptr<Dispatcher> dispatcher_;
};

}  // namespace baton::client
