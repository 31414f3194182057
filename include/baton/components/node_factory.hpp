// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/components/node_instance_wrapper.hpp>
#include <baton/node_options.hpp>

namespace baton::components {

/// Makes components of one class. A library has one for each class that it registers.
class NodeFactory {
 public:
  NodeFactory() = default;
  virtual ~NodeFactory() = default;
  NodeFactory(const NodeFactory&) = delete;
  NodeFactory& operator=(const NodeFactory&) = delete;

  /// Runs the constructor of the class, in the calling thread; throws what that throws.
  virtual NodeInstanceWrapper create_node_instance(const NodeOptions& options) = 0;
};

}  // namespace baton::components
