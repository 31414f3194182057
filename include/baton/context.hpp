// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <baton/context_event.hpp>
#include <baton/init_options.hpp>
#include <baton/namespaces.hpp>
#include <baton/network_options.hpp>
#include <baton/visibility.hpp>

namespace baton::client {
class ContextState;
}  // namespace baton::client

namespace rclcpp {

/// How a Context joins its domain without ROS arguments.
struct ContextOptions {
  /// 0..232. If it is not set: ROS_DOMAIN_ID, else 0. Participants of different domains never meet.
  std::optional<unsigned> domain_id;
  /// Where participants meet. If empty: BATON_REGISTRY_DIR, else `/dev/shm/baton-<uid>`.
  std::string registry_dir;
  /// The name that other participants see. If empty: the program's name.
  std::string name;
  /// Called once for each event that a person should know of. If empty: the event is logged.
  EventCallback on_event;
  /// If it is not set: BATON_TRANSPORT (auto, shm or udp), else automatic.
  std::optional<TransportChoice> transport{};
  /// Opens the network. If it is not set: ROS_AUTOMATIC_DISCOVERY_RANGE. Otherwise the network is
  /// off, or localhost with udp, with static peers and with ROS_LOCALHOST_ONLY=1. Ignored with
  /// shared_memory.
  std::optional<DiscoveryRange> discovery_range{};
  /// Hosts that are asked in addition to the range. If empty: those of ROS_STATIC_PEERS.
  std::vector<std::string> static_peers{};
  /// Secures the network, if it is opened: the folder with an enclave's files, as ROS names them.
  /// If empty: what ROS_SECURITY_ENABLE, _KEYSTORE, _STRATEGY and _ENCLAVE_OVERRIDE say.
  std::string enclave_directory{};
};

class BATON_PUBLIC ContextAlreadyInitialized : public std::runtime_error {
 public:
  ContextAlreadyInitialized() : std::runtime_error("context is already initialized") {}
};

/// A handle to remove a registered callback.
class ShutdownCallbackHandle {
 public:
  /// Of no callback.
  ShutdownCallbackHandle() = default;
  bool operator==(const ShutdownCallbackHandle& other) const { return id_ == other.id_; }
  bool operator!=(const ShutdownCallbackHandle& other) const { return id_ != other.id_; }

 private:
  friend class Context;
  explicit ShutdownCallbackHandle(std::uint64_t id) : id_(id) {}
  std::uint64_t id_ = 0;
};
using OnShutdownCallbackHandle = ShutdownCallbackHandle;
using PreShutdownCallbackHandle = ShutdownCallbackHandle;

/// A process's membership in a domain. Nodes, endpoints and executors are made with a context and
/// keep what they need of it alive. After its shutdown they have no matches any more. Most programs
/// use the default context, which init() initialises. With several contexts, a process has several
/// participants.
///
/// ```cpp
/// baton::ContextOptions options;
/// options.domain_id = 7;
/// baton::Context context(options);  // needs no init() and no node
/// const auto publisher = baton::create_publisher<std_msgs::msg::String>(context, "chatter", 10);
/// ```
///
/// Thread safety: all members. From the first node or endpoint on, a context has two threads. One
/// sleeps unless participants come or go, the other unless a peer holds up a ring. After fork() the
/// context belongs to the parent: in the child everything made with it throws, and a new Context is
/// needed. Environment: ROS_DOMAIN_ID, BATON_REGISTRY_DIR, BATON_GROUP (a group whose members see
/// each other across users; their messages are copied), BATON_GROUP_DIR (where they meet,
/// `/dev/shm/baton-g<gid>` if unset), and what ContextOptions says of the network.
class BATON_PUBLIC Context : public std::enable_shared_from_this<Context> {
 public:
  using SharedPtr = std::shared_ptr<Context>;
  using WeakPtr = std::weak_ptr<Context>;
  using UniquePtr = std::unique_ptr<Context>;
  using ConstSharedPtr = std::shared_ptr<const Context>;
  template <class... Arguments>
  static SharedPtr make_shared(Arguments&&... arguments) {
    return std::make_shared<Context>(std::forward<Arguments>(arguments)...);
  }

  using OnShutdownCallback = std::function<void()>;
  using PreShutdownCallback = std::function<void()>;

  /// Makes a context that is not valid before init().
  Context();
  /// Makes a valid context, which joins the domain. Throws exceptions::Error with the cure when the
  /// registry cannot be used.
  explicit Context(const ContextOptions& options);
  /// Shuts down.
  virtual ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Takes the ROS arguments of a command line; joins the domain with the first node. Throws
  /// ContextAlreadyInitialized, exceptions::RosArgsError or exceptions::Error.
  virtual void init(int argc, char const* const* argv, const InitOptions& options = InitOptions());
  const InitOptions& get_init_options() const;

  /// Leaves the domain and ends every spin and sleep. Held samples stay valid. True if the context
  /// was valid. Callbacks run in the calling thread.
  virtual bool shutdown(const std::string& reason = "the context was shut down");
  bool is_valid() const;
  std::string shutdown_reason() const;
  std::size_t get_domain_id() const;

  /// These callbacks are called once, at shutdown, in the order of registration.
  virtual OnShutdownCallback on_shutdown(OnShutdownCallback callback);
  virtual OnShutdownCallbackHandle add_on_shutdown_callback(OnShutdownCallback callback);
  virtual bool remove_on_shutdown_callback(const OnShutdownCallbackHandle& handle);
  /// These callbacks are called at shutdown while the context is still valid.
  virtual PreShutdownCallbackHandle add_pre_shutdown_callback(PreShutdownCallback callback);
  virtual bool remove_pre_shutdown_callback(const PreShutdownCallbackHandle& handle);

  /// The callbacks that are registered now, in the order of registration.
  std::vector<OnShutdownCallback> get_on_shutdown_callbacks() const;
  std::vector<PreShutdownCallback> get_pre_shutdown_callbacks() const;

  /// True after the whole time, false if the context was shut down or the sleeps interrupted.
  bool sleep_for(const std::chrono::nanoseconds& nanoseconds);
  void interrupt_all_sleep_for();

  /// Used by nodes, endpoints and executors.
  const std::shared_ptr<client::ContextState>& state() const { return state_; }

 private:
  std::shared_ptr<client::ContextState> state_;
};

}  // namespace rclcpp
