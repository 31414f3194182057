// SPDX-License-Identifier: Apache-2.0
#include "component/late_destruction.hpp"

#include <atomic>
#include <memory>

#include <gtest/gtest.h>

#include "testing/deadline.hpp"

namespace baton::components {
namespace {

NodeInstanceWrapper make_component(std::function<void()> at_end) {
  const std::shared_ptr<void> instance(new int, [at_end = std::move(at_end)](void* value) {
    delete static_cast<int*>(value);
    at_end();
  });
  return {instance, [](const std::shared_ptr<void>&) { return nullptr; }};
}

TEST(LateDestruction, AComponentMayHaveAnotherDestroyedWhenItEnds) {
  LateDestruction late;
  std::atomic<bool> other_ended{false};
  {
    const NodeInstanceWrapper component = make_component(
        [&] { late.add(make_component([&] { other_ended = true; }), [] { return true; }); });
    late.add(component, [component] { return component.get_node_instance() != nullptr; });
  }
  EXPECT_TRUE(testing::wait_until([&] { return other_ended.load(); }));
}

}  // namespace
}  // namespace baton::components
