// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "match/endpoint_facts.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

/// What others are told of an endpoint; its id is given later.
match::EndpointFacts to_endpoint(const EndpointSpec& spec);

}  // namespace baton::transport
