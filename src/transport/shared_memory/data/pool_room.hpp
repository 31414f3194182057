// SPDX-License-Identifier: Apache-2.0
// How large the pool of a publisher's segment can get. A segment has one size for ever and takes as
// many addresses, of which a process with thousands of publishers has few for each.
#pragma once

#include <cstddef>
#include <optional>

#include <baton/msg/type_support.hpp>

#include "shm/chunk_pool.hpp"

namespace baton::transport {

/// The most bytes of a message of the type with all that its containers hold; none if a string or a
/// sequence has no bound.
std::optional<std::size_t> most_bytes_of(const msg::TypeSupport& type);

/// `asked` with a ceiling that messages of the type can use, that is no more than the memory of the
/// machine, and for which this process can spare the addresses; `why_less` says which of these
/// lowered it. `type` null: nothing is known of the messages. Reads files; thread-safe.
shm::PoolLimits fitted(const shm::PoolLimits& asked, const msg::TypeSupport* type);

}  // namespace baton::transport
