// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "dds/dds_transport.hpp"

namespace baton::testing {

/// Fast DDS 2.9 keeps one unbound socket for each network interface, which the first participant of
/// a process has opened to learn MAC addresses. So one is opened before tests begin to count.
class KeptDescriptors final : public ::testing::Environment {
 public:
  void SetUp() override {
    dds::DdsOptions options;
    options.name = "first";
    auto opened = dds::open_dds_transport(options);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().text);
  }
};

inline ::testing::Environment* const kept_descriptors =
    ::testing::AddGlobalTestEnvironment(new KeptDescriptors);

}  // namespace baton::testing
