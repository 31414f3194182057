// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace baton::match {

/// Why two endpoints do not match. The numbers travel in the handshake of shared memory: they stay.
enum class Refusal {
  none = 0,
  unknown_publisher = 1,  // the publisher that is asked has gone
  other_topic = 2,
  incompatible_type = 3,
  incompatible_layout = 4,
  incompatible_qos = 5,
  other_version = 6,  // the two participants have different memory layouts
  no_resources = 7,   // a match would cost more than the publisher's side has left
};

struct Verdict {
  Refusal refusal = Refusal::none;
  std::string text{};  // says what differs and what to change
  /// For incompatible_qos: "reliability", "durability", "deadline" or "liveliness".
  std::string policy{};
};

}  // namespace baton::match
