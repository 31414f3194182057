// SPDX-License-Identifier: Apache-2.0
// Whether this process can open the sockets of a participant. Fast DDS does not say when it could
// not: it makes a participant that hears nothing or is told of no interface, and goes on so.
#pragma once

#include "base/error.hpp"

namespace baton::dds {

/// The error has code EMFILE or ENFILE.
base::Status room_for_sockets();

}  // namespace baton::dds
