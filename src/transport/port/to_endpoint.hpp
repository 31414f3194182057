// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "shm/endpoint.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

/// What others are told of an endpoint; its id is given later.
shm::Endpoint to_endpoint(const EndpointSpec& spec);

}  // namespace baton::transport
