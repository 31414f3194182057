// SPDX-License-Identifier: Apache-2.0
// Containers as their services show them to another process.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <composition_interfaces/srv/load_node.hpp>

#include <baton/node.hpp>

namespace baton::components {

struct LoadedComponent {
  std::uint64_t id;
  std::string name;
};

/// Every call blocks until the container has answered. Throws std::runtime_error, with what cures
/// it, when there is no such container, when it does not answer in time, and for what it refuses.
class ContainerClient {
 public:
  using LoadRequest = composition_interfaces::srv::LoadNode::Request;

  /// The context must be initialised.
  /// `patience`: longest wait for a container that is not there yet.
  explicit ContainerClient(std::chrono::nanoseconds timeout,
                           std::chrono::nanoseconds patience = std::chrono::seconds(2));

  /// Full names of the containers that are there now, sorted.
  std::vector<std::string> containers() const;
  std::vector<LoadedComponent> list(const std::string& container);
  LoadedComponent load(const std::string& container, const LoadRequest& request);
  /// Returns what the container says besides success.
  std::string unload(const std::string& container, std::uint64_t id);

 private:
  template <class S>
  typename S::Response ask(const std::string& container, const std::string& service,
                           const typename S::Request& request);
  bool is_there(const std::string& container) const;
  void require_there(const std::string& container) const;

  const std::chrono::nanoseconds timeout_;
  const std::chrono::nanoseconds patience_;
  const Node::SharedPtr node_;
};

}  // namespace baton::components
