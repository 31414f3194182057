// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <baton/context.hpp>

namespace baton::network {

#ifdef BATON_WITHOUT_FASTDDS
inline constexpr bool has_network = false;
#else
inline constexpr bool has_network = true;
#endif

/// Fast DDS keeps a socket for each interface from the first participant on: a base that comes
/// first opens one before descriptors are counted.
class NetworkOpenedOnce {
 protected:
  NetworkOpenedOnce() {
    static const bool opened = !has_network || [] {
      ContextOptions options;
      options.transport = TransportChoice::udp;
      return Context(options).is_valid();
    }();
    EXPECT_TRUE(opened);
  }
};

}  // namespace baton::network
