// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace baton {

/// How a wait ended. Invalid exists for switches of users; no wait returns it.
enum class WaitResultKind { Ready, Timeout, Empty, Invalid };

}  // namespace baton
