// SPDX-License-Identifier: Apache-2.0
// Which endpoints meet by pointer. In-process delivery makes these matches and shared memory leaves
// them out: both ask one rule, or a message would arrive twice or never.
#pragma once

#include <cstdint>
#include <string>

namespace baton::transport {

/// Of endpoints of one transport object, `both_in_process` says that both specs ask for it. What
/// the QoS says does not matter: a pair that is refused by pointer is refused altogether. For any
/// two types that have the names of EndpointSpec.
template <class Publisher, class Subscription>
bool meets_by_pointer(bool both_in_process, const Publisher& publisher,
                      const Subscription& subscription) {
  return both_in_process && publisher.topic == subscription.topic &&
         publisher.type_name == subscription.type_name &&
         publisher.type_hash == subscription.type_hash &&
         publisher.layout_hash == subscription.layout_hash;
}

}  // namespace baton::transport
