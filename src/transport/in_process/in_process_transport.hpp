// SPDX-License-Identifier: Apache-2.0
// The transport inside one process: messages are handed over by pointer and nothing leaves.
//
// A context joins its domain with this and shared memory as one (combined_transport.hpp). This one
// alone is what a context gets that a signal interrupts while it begins: its endpoints are made and
// meet no peer, whatever joining failed at (docs/decisions/0011).
#pragma once

#include <memory>
#include <string>

#include "transport/in_process/in_process_hub.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

struct InProcessOptions {
  std::string name;
  /// Several transports with one hub see each other, as participants of one domain do.
  std::shared_ptr<InProcessHub> hub = std::make_shared<InProcessHub>(InProcessHub::Others::none);
  EventCallback on_event;
};

/// Endpoints meet whether or not their specs ask for in_process: there is no other transport.
base::Result<std::unique_ptr<Transport>> open_in_process_transport(const InProcessOptions& options);

}  // namespace baton::transport
