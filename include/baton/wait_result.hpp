// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include <baton/namespaces.hpp>
#include <baton/wait_result_kind.hpp>

namespace rclcpp {

/// How a wait ended and, if something is ready, the wait set that knows what. A value type, valid
/// as long as its wait set.
template <class WaitSetT>
class WaitResult {
 public:
  WaitResult(WaitResultKind kind, WaitSetT& wait_set) : kind_(kind), wait_set_(&wait_set) {}

  WaitResultKind kind() const noexcept { return kind_; }
  /// Not in rclcpp: compares with a kind.
  operator WaitResultKind() const noexcept { return kind_; }

  /// Throws std::runtime_error unless the kind is Ready.
  WaitSetT& get_wait_set() {
    require_ready();
    return *wait_set_;
  }
  const WaitSetT& get_wait_set() const {
    require_ready();
    return *wait_set_;
  }

 private:
  void require_ready() const {
    if (kind_ != WaitResultKind::Ready) {
      throw std::runtime_error("cannot access wait set when the result was not ready");
    }
  }

  WaitResultKind kind_;
  WaitSetT* wait_set_;
};

}  // namespace rclcpp
