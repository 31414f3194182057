// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <baton/context.hpp>

namespace baton::network {

/// Fast DDS 2.9 keeps a socket for each interface from the first participant on: a base that comes
/// first opens one before descriptors are counted.
class NetworkOpenedOnce {
 protected:
  NetworkOpenedOnce() {
    static const bool opened = [] {
      ContextOptions options;
      options.transport = TransportChoice::udp;
      return Context(options).is_valid();
    }();
    EXPECT_TRUE(opened);
  }
};

}  // namespace baton::network
