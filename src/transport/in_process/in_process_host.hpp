// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <baton/context_event.hpp>

#include "base/event_loop.hpp"

namespace baton::transport {

/// The participant that in-process endpoints belong to.
struct InProcessHost {
  std::string id;
  std::string name;
  std::shared_ptr<base::EventLoop> loop;  // calls back
  /// Tells the user of an event, later. Any thread; the participant may have gone.
  std::function<void(EventKind, std::string)> emit;
};

}  // namespace baton::transport
