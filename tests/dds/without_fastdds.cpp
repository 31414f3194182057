// SPDX-License-Identifier: Apache-2.0
// A build without Fast DDS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <baton/baton.hpp>

#include "testing/isolation.hpp"

namespace baton::network {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class WithoutFastDds : public testing::IsolatedTest {};

TEST_F(WithoutFastDds, OpeningTheNetworkSaysTheCure) {
  ContextOptions options;
  options.transport = TransportChoice::udp;
  try {
    const Context context(options);
    ADD_FAILURE() << "it opened";
  } catch (const std::exception& refusal) {
    EXPECT_THAT(refusal.what(), AllOf(HasSubstr("built without Fast DDS"),
                                      HasSubstr("libfastdds-dev"), HasSubstr("build Baton again")));
  }
}

TEST_F(WithoutFastDds, ThisMachineNeedsNone) {
  auto context = std::make_shared<Context>(ContextOptions{});
  EXPECT_TRUE(context->is_valid());
  context->shutdown("the test is over");
}

}  // namespace
}  // namespace baton::network
