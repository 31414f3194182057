// SPDX-License-Identifier: Apache-2.0
#include "client/context/shutdown_at_exit.hpp"

#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include "client/context/context_state.hpp"
#include "client/context/signals.hpp"

namespace baton::client {
namespace {

struct OpenContexts {
  std::mutex mutex;  // covers what follows
  std::vector<std::weak_ptr<ContextState>> all;
};

OpenContexts& open_contexts() {
  static auto* const open = new OpenContexts;  // threads may open more while the process ends
  return *open;
}

void shut_all_down() {
  std::vector<std::weak_ptr<ContextState>> all;
  {
    const std::lock_guard lock(open_contexts().mutex);
    all = std::exchange(open_contexts().all, {});
  }
  for (const auto& each : all) {
    const auto context = each.lock();
    if (!context) continue;
    signals::wait_for_end(*context);
    context->shutdown("the process ends");
  }
}

}  // namespace

/// A handler that is registered later runs earlier: this one before the statics of the network's
/// library end.
void shut_down_at_exit(const std::shared_ptr<ContextState>& context) {
  [[maybe_unused]] static const int registered = std::atexit(shut_all_down);
  if (context->has_network()) {
    [[maybe_unused]] static const int registered_again = std::atexit(shut_all_down);
  }
  const std::lock_guard lock(open_contexts().mutex);
  auto& all = open_contexts().all;
  std::erase_if(all, [](const auto& each) { return each.expired(); });
  all.push_back(context);
}

}  // namespace baton::client
