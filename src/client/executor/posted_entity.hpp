// SPDX-License-Identifier: Apache-2.0
// Entities whose own code says when they are ready, instead of a transport's: by a post.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "client/executor/dispatcher.hpp"
#include "transport/port/wait_set.hpp"

namespace baton::client {

/// Has `entity` post to the wait set of `dispatcher` from now on, null: to none. `current` is where
/// the entity keeps its wait set, under `mutex`; it posts with the mutex held, so that no post to
/// the former wait set comes when this has returned.
inline void post_elsewhere(transport::Waitable& entity, const std::weak_ptr<void>& self,
                           const std::shared_ptr<Dispatcher>& dispatcher, std::mutex& mutex,
                           std::shared_ptr<transport::WaitSet>& current) {
  std::shared_ptr<transport::WaitSet> former;
  const auto wait_set = dispatcher ? dispatcher->wait_set() : nullptr;
  {
    const std::lock_guard lock(mutex);
    former = std::exchange(current, wait_set);
  }
  if (former) former->remove(entity);
  if (wait_set) wait_set->add_posted(entity, self);
}

}  // namespace baton::client
