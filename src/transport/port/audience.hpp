// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transport/port/transport.hpp"

namespace baton::transport {

/// The port of a publisher that sends to subscriptions before their match counts.
class EarlyAudience {
 public:
  virtual bool has_early_audience() const = 0;

 protected:
  ~EarlyAudience() = default;
};

/// Whether a message published now is sent to a subscription. Cheap when there is a match.
inline bool has_audience(const PublisherPort& port) {
  if (port.match_count() != 0) return true;
  const auto* const early = dynamic_cast<const EarlyAudience*>(&port);
  return early != nullptr && early->has_early_audience();
}

}  // namespace baton::transport
