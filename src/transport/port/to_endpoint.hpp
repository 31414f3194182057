// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "match/endpoint_facts.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

/// What other participants are told of an endpoint. Its id is set later.
match::EndpointFacts to_endpoint(const EndpointSpec& spec);

}  // namespace baton::transport
