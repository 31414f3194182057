// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <baton/event.hpp>
#include <baton/visibility.hpp>

namespace baton {

namespace client {
class ContextState;
}

struct ContextOptions {
  /// 0..232; without it ROS_DOMAIN_ID, else 0. Participants of different domains never meet.
  std::optional<unsigned> domain_id;
  /// Where participants find each other; without it BATON_REGISTRY_DIR, else /dev/shm/baton-<uid>.
  std::string registry_dir;
  /// What others see; without it the program's name.
  std::string name;
  /// Told once about what a person should know; without it a line on stderr.
  EventCallback on_event;
};

/// A process's membership in a domain. Endpoints and executors are made with it and keep what they
/// need of it alive; when the Context goes, they match nobody any more.
///
/// Thread safety: all members. One thread of its own, asleep unless participants come or go.
/// After fork() it belongs to the parent: in the child everything made with it throws, and a new
/// Context is needed. Environment: ROS_DOMAIN_ID, BATON_REGISTRY_DIR, BATON_GROUP (a group whose
/// members see each other across users; their messages are copied).
class BATON_PUBLIC Context {
 public:
  using SharedPtr = std::shared_ptr<Context>;

  /// Throws exceptions::Error with the cure when the registry cannot be used.
  explicit Context(const ContextOptions& options = {});
  /// Shuts down.
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Leaves the domain and ends every spin. Samples that are held stay valid.
  void shutdown();
  bool is_valid() const;
  unsigned get_domain_id() const;

  /// For endpoints and executors.
  const std::shared_ptr<client::ContextState>& state() const { return state_; }

 private:
  std::shared_ptr<client::ContextState> state_;
};

}  // namespace baton
