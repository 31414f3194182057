// SPDX-License-Identifier: Apache-2.0
// Which endpoints may match, over every transport: the rules of request and offer, as DDS and ROS 2
// have them. A subscription may not request more than the publisher offers.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "match/endpoint_facts.hpp"
#include "match/verdict.hpp"

namespace baton::match {

/// The policies in which a request may exceed an offer.
enum class Policy : std::uint8_t { reliability, durability, deadline, liveliness, lease };

/// In the order in which they are compared: the first that falls short is what a verdict names.
inline constexpr std::array compared_policies{Policy::reliability, Policy::durability,
                                              Policy::deadline, Policy::liveliness, Policy::lease};

/// Whether the offer is less than the request in that policy.
bool falls_short(Policy policy, const Policies& offered, const Policies& requested);

/// A deadline or a lease duration in words.
std::string duration_text(std::int64_t limit_ns);

/// Whether a message of a generated type can be encoded on its way from one endpoint to the other.
/// Its two endpoints may then lay it out differently.
enum class Encoding : std::uint8_t { possible, impossible };

/// The policies are looked at only where topic and type agree. A type without a known hash is
/// compared by its name.
Verdict compare(const EndpointFacts& publisher, const EndpointFacts& subscription,
                Encoding encoding = Encoding::possible);

/// Which endpoints of one transport object meet by pointer, where `both_in_process` says that both
/// ask for it. In-process delivery makes these matches and shared memory leaves them out; with two
/// rules a message would arrive twice or never. The policies do not matter: a pair that in-process
/// delivery refuses is refused altogether.
bool meets_by_pointer(bool both_in_process, const EndpointFacts& publisher,
                      const EndpointFacts& subscription);

}  // namespace baton::match
