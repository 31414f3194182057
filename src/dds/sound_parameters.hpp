// SPDX-License-Identifier: Apache-2.0
// Lists of parameters, as discovery sends them (RTPS 2.5, 9.4.2.11).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "dds/known_endpoints.hpp"
#include "dds/rtps_cursor.hpp"

namespace baton::dds {

/// Goes behind the list that begins there, without a look at what its parameters hold. Fails if it
/// has no end.
void skip_parameters(RtpsCursor& at);

enum class Announces : std::uint8_t { a_participant, an_endpoint };

/// A list that announces one. False: a parameter contradicts itself, or the list names no
/// participant or endpoint. `participant`: the first 12 bytes of each GUID in it must be these.
/// Blanks what Baton does not need.
bool make_sound_parameters(RtpsCursor& at, Announces announces,
                           std::span<const std::byte> participant, KnownEndpoints& known);

/// A message of the handshake of DDS Security, which comes before anything is encrypted.
bool is_sound_handshake(RtpsCursor& at);

}  // namespace baton::dds
