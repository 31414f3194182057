// SPDX-License-Identifier: Apache-2.0
// Lists of parameters, as discovery sends them (RTPS 2.5, 9.4.2.11).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "dds/known_endpoints.hpp"
#include "dds/rtps_cursor.hpp"

namespace baton::dds {

/// Skips the list of parameters that begins at `at`, without a look at their contents. Fails if the
/// list has no end.
void skip_parameters(RtpsCursor& at);

enum class Announces : std::uint8_t { a_participant, an_endpoint };

/// Checks a list that announces a participant or an endpoint. False: a parameter contradicts
/// itself, or the list has no GUID. `participant`: the first 12 bytes that each GUID in the list
/// must have, or nothing. Blanks the parameters that Baton does not need.
bool make_sound_parameters(RtpsCursor& at, Announces announces,
                           std::span<const std::byte> participant, KnownEndpoints& known);

/// Moves the key of what has ended from its payload to the inline parameters: Fast DDS 2.9 and 3.1
/// look for it there alone, and Cyclone DDS sends it as payload. `bytes` begin with the parameters
/// and end with the payload; `participant` as above. False: there is nothing to move.
bool move_key(std::span<std::byte> bytes, bool little_endian, Announces announces,
              std::span<const std::byte> participant);

/// Checks a message of the handshake of DDS Security, which is not encrypted yet.
bool is_sound_handshake(RtpsCursor& at);

}  // namespace baton::dds
