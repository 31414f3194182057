// SPDX-License-Identifier: Apache-2.0
// Plugins as class_loader loads them, whose code makes entities of the node of their host.
#include <rcutils/shared_library.h>

#include "lifecycle_test.hpp"

namespace lifecycle_test {
namespace {

using Use = void (*)(const LifecycleNode::SharedPtr&, rclcpp::Executor&);

using PluginsOfLifecycleNodes = LifecycleTest;

TEST_F(PluginsOfLifecycleNodes, MayBeUnloadedBeforeTheNodeThatTheyUsed) {
  LifecycleNode::SharedPtr node = make_node("host");
  rclcpp::executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node->get_node_base_interface());
  rcutils_shared_library_t library = rcutils_get_zero_initialized_shared_library();
  ASSERT_EQ(rcutils_load_shared_library(&library, TEST_PLUGIN, rcutils_get_default_allocator()),
            RCUTILS_RET_OK);
  const auto use = reinterpret_cast<Use>(rcutils_get_symbol(&library, "use"));
  ASSERT_NE(use, nullptr);
  use(node, executor);
  ASSERT_EQ(rcutils_unload_shared_library(&library), RCUTILS_RET_OK);

  // Node and executor still know that there was something, and forget it now.
  bool fired = false;
  const auto timer = node->create_wall_timer(std::chrono::nanoseconds(1), [&] { fired = true; });
  EXPECT_TRUE(wait_until([&] {
    executor.spin_once(std::chrono::milliseconds(1));
    return fired;
  }));
  node->configure();
  executor.remove_node(node->get_node_base_interface());
  node.reset();
}

}  // namespace
}  // namespace lifecycle_test
