// SPDX-License-Identifier: Apache-2.0
#include "client/context/context_state.hpp"

#include <fmt/format.h>

#include <utility>

#include <baton/exceptions.hpp>

#include "base/clock.hpp"
#include "base/process.hpp"
#include "client/arguments/arguments.hpp"
#include "client/context/report_event.hpp"
#include "client/context/unknown_variables.hpp"
#include "client/context/unreachable_users.hpp"
#include "client/time/checked_arithmetic.hpp"
#include "dds/networked_transport.hpp"
#include "transport/combined/combined_transport.hpp"
#include "transport/in_process/in_process_transport.hpp"

namespace baton::client {
namespace {

dds::DdsOptions network_options(const NetworkChoice& choice, const SecurityChoice& security,
                                unsigned domain_id,
                                const transport::ParticipantOptions& participant) {
  dds::DdsOptions options;
  options.name = participant.name;
  options.domain_id = domain_id;
  options.range =
      choice.range == DiscoveryRange::subnet ? dds::WireRange::subnet : dds::WireRange::localhost;
  options.static_peers = choice.static_peers;
  options.enclave = security.enclave;
  options.security = security.files;
  options.on_event = participant.on_event;
  return options;
}

base::Result<std::unique_ptr<transport::Transport>> open_transport(
    const NetworkChoice& choice, const SecurityChoice& security, unsigned domain_id,
    const transport::ParticipantOptions& participant) {
  if (choice.transport == TransportChoice::udp) {
    auto opened =
        dds::open_dds_transport(network_options(choice, security, domain_id, participant));
    if (!opened) return std::move(opened).error();
    return std::unique_ptr<transport::Transport>(std::move(*opened));
  }
  auto local = transport::open_combined_transport(participant);
  if (!local || choice.range == DiscoveryRange::off) return local;
  return dds::open_networked_transport(std::move(*local),
                                       network_options(choice, security, domain_id, participant));
}

/// A shutdown callback that takes longer may be waiting for a spin() that waits for the shutdown.
constexpr std::chrono::milliseconds patience_with_callbacks{500};

}  // namespace

ContextState::~ContextState() { shutdown("the context was destroyed"); }

void ContextState::begin(const ContextOptions& options, std::shared_ptr<const Arguments> arguments,
                         const InitOptions& init_options) {
  place_ = meeting_place(options);
  network_ = network_choice(options);
  if (network_.range != DiscoveryRange::off)
    security_ = security_choice(options, arguments->enclave);
  options_ = options;
  init_options_ = init_options;
  report_ = with_printable_text(options.on_event ? options.on_event : log_once());
  arguments_ = std::move(arguments);
  valid_.store(true, std::memory_order_relaxed);  // seen through begun_
  begun_.store(true, std::memory_order_release);  // [begin/use] beginner
}

unsigned ContextState::domain_id() const {
  if (was_begun()) return place_.domain_id;
  throw exceptions::Error("the Context has no domain yet: call init() first");
}

void ContextState::join() {
  const std::lock_guard lock(join_mutex_);
  if (transport_) return;
  for (const std::string& text : unknown_variables()) tell({EventKind::unknown_name, text, {}});
  transport::ParticipantOptions participant;
  participant.name = options_.name.empty() ? base::own_program_name() : options_.name;
  participant.directory = place_.directory;
  participant.group_directory = place_.group_directory;
  participant.group_id = place_.group_id;
  participant.on_event = options_.on_event ? report_ : without_refusals(report_);
  auto opened = open_transport(network_, security_, place_.domain_id, participant);
  if (!opened) throw exceptions::Error(opened.error().text);
  transport_ = std::move(*opened);
  if (!security_.warning.empty()) {
    participant.on_event({EventKind::not_secured, security_.warning});
  }
  const bool reaches_all = network_.range != DiscoveryRange::off;
  if (const std::string users = unreachable_users(place_); !reaches_all && !users.empty()) {
    participant.on_event(
        {EventKind::unreachable_users,
         fmt::format("there are participants of {} on this machine, which cannot be "
                     "reached; set BATON_GROUP to a common group on both sides",
                     users)});
  }
  joined_.store(transport_.get(), std::memory_order_release);  // [join/use] joiner
}

void ContextState::tell_unused_arguments() {
  if (!was_begun()) return;
  for (const ContextEvent& event : argument_use_.find_unused(*arguments_)) tell(event);
}

bool ContextState::in_transports_thread() const {
  // [join/use] user
  transport::Transport* const joined = joined_.load(std::memory_order_acquire);
  if (joined == nullptr) return false;
  const auto loop = joined->loop();
  return loop != nullptr && loop->in_loop_thread();
}

/// Marks the thread that is in shutdown(), also while a callback calls shutdown() again.
class ContextState::ShutdownThread {
 public:
  explicit ShutdownThread(ContextState& state)
      : state_(state), former_(set(std::this_thread::get_id())) {}
  ~ShutdownThread() { set(former_); }
  ShutdownThread(const ShutdownThread&) = delete;
  ShutdownThread& operator=(const ShutdownThread&) = delete;

 private:
  std::thread::id set(std::thread::id thread) {
    const std::lock_guard lock(state_.mutex_);
    return std::exchange(state_.shutdown_thread_, thread);
  }

  ContextState& state_;
  const std::thread::id former_;
};

bool ContextState::shutdown(const std::string& reason) {
  if (fork_mark_.crossed()) return false;
  // A caller that returns from here may end the process, so a shutdown that another thread began is
  // complete by then.
  std::unique_lock whole(shutdown_mutex_, std::defer_lock);
  if (!in_transports_thread()) {
    whole.lock();
  } else if (!whole.try_lock()) {
    return false;
  }
  if (!is_valid()) return false;
  const ShutdownThread marked(*this);
  Callbacks before;
  {
    const std::lock_guard lock(mutex_);
    before.swap(pre_shutdown_);
  }
  run(std::move(before));
  Callbacks after;
  {
    const std::lock_guard lock(mutex_);
    if (!valid_.exchange(false, std::memory_order_acq_rel)) return false;  // [valid/spin] shutdown
    shutdown_reason_ = reason;
    after.swap(on_shutdown_);
    for (const auto& entry : wait_sets_) {
      if (const auto wait_set = entry.lock()) wait_set->notify();
    }
  }
  sleepers_.notify_all();
  {
    // Taking join_mutex_ waits for a thread that is just joining.
    const std::lock_guard lock(join_mutex_);
    if (transport_) transport_->close();
  }
  go_on(has_left_);
  run(std::move(after));
  go_on(is_shut_down_);
  return true;
}

void ContextState::go_on(bool& reached) {
  {
    const std::lock_guard lock(mutex_);
    reached = true;
  }
  shutdown_goes_on_.notify_all();
}

bool ContextState::shuts_down_here() const {
  const std::lock_guard lock(mutex_);
  return shutdown_thread_ == std::this_thread::get_id();
}

void ContextState::wait_for_shutdown() {
  if (is_valid() || !was_begun() || fork_mark_.crossed()) return;
  if (in_transports_thread() || shuts_down_here()) return;
  std::unique_lock lock(mutex_);
  shutdown_goes_on_.wait(lock, [this] { return has_left_; });
  shutdown_goes_on_.wait_for(lock, patience_with_callbacks, [this] { return is_shut_down_; });
}

void ContextState::run(Callbacks callbacks) {
  for (auto& [id, callback] : callbacks) callback();
}

[[gnu::hot]] bool ContextState::is_valid() const {
  // [valid/spin] spinning thread
  return was_begun() && !fork_mark_.crossed() && valid_.load(std::memory_order_acquire);
}

std::string ContextState::shutdown_reason() const {
  const std::lock_guard lock(mutex_);
  return shutdown_reason_;
}

void ContextState::refuse_child() {
  throw exceptions::Error(
      "this Context, and what was made with it, was created before fork(): a "
      "child process needs a Context of its own");
}

transport::Transport& ContextState::transport() {
  require_own_process();
  if (!was_begun()) {
    throw exceptions::Error(
        "the Context is not initialised: call rclcpp::init(argc, argv), or its "
        "init(), before");
  }
  if (!is_valid()) throw exceptions::Error("the Context was shut down");
  // [join/use] user
  transport::Transport* joined = joined_.load(std::memory_order_acquire);
  if (joined == nullptr) {
    join();
    // [join/use] user
    joined = joined_.load(std::memory_order_acquire);
  }
  return *joined;
}

transport::Transport& ContextState::stand_in() {
  const std::lock_guard lock(join_mutex_);
  if (!stand_in_) {
    transport::InProcessOptions options;
    options.name = options_.name;
    auto opened = transport::open_in_process_transport(options);
    if (!opened) throw exceptions::Error(opened.error().text);
    stand_in_ = std::move(*opened);
  }
  return *stand_in_;
}

template <class Make>
std::invoke_result_t<Make, transport::Transport&> ContextState::make(const Make& make) {
  const auto interrupted = [this] {
    return was_begun() && !is_valid() && interrupted_.load(std::memory_order_relaxed);
  };
  require_own_process();
  if (interrupted()) return make(stand_in());
  try {
    auto made = make(transport());
    if (made || !interrupted()) return made;
  } catch (const exceptions::Error&) {
    if (!interrupted()) throw;
  }
  return make(stand_in());  // the signal came meanwhile
}

ContextState::PublisherPortResult ContextState::open_publisher(
    const transport::PublisherSpec& spec) {
  return make([&](transport::Transport& at) { return at.open_publisher(spec); });
}

ContextState::SubscriptionPortResult ContextState::open_subscription(
    const transport::SubscriptionSpec& spec) {
  return make([&](transport::Transport& at) { return at.open_subscription(spec); });
}

base::Result<std::vector<EndpointInfo>> ContextState::endpoints() {
  return make([](transport::Transport& at) { return at.endpoints(); });
}

base::Result<std::vector<std::string>> ContextState::nodes() {
  return make([](transport::Transport& at) { return at.nodes(); });
}

base::Status ContextState::add_node(const std::string& name) {
  return make([&](transport::Transport& at) { return at.add_node(name); });
}

void ContextState::remove_node(const std::string& name) {
  // A context that has left the domain has no nodes.
  // [join/use] user
  if (transport::Transport* const joined = joined_.load(std::memory_order_acquire)) {
    if (is_valid()) joined->remove_node(name);
  }
}

std::shared_ptr<transport::WaitSet> ContextState::open_wait_set() {
  require_own_process();
  // [join/use] user
  transport::Transport* joined =
      joined_.load(std::memory_order_acquire);  // even if it was closed since
  if (joined == nullptr && was_begun() && !is_valid()) {
    auto place = transport::private_sleep_place();
    if (!place) throw exceptions::Error(place.error().text);
    return std::make_shared<transport::WaitSet>(std::move(*place), nullptr);
  }
  if (joined == nullptr) joined = &transport();
  auto wait_set = joined->open_wait_set();
  if (!wait_set) throw exceptions::Error(wait_set.error().text);
  const std::lock_guard lock(mutex_);
  std::erase_if(wait_sets_, [](const auto& entry) { return entry.expired(); });
  wait_sets_.push_back(*wait_set);
  return std::move(*wait_set);
}

std::uint64_t ContextState::add_callback(std::function<void()> callback, bool before_shutdown) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t id = next_callback_++;
  (before_shutdown ? pre_shutdown_ : on_shutdown_).emplace(id, std::move(callback));
  return id;
}

bool ContextState::remove_callback(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  return on_shutdown_.erase(id) + pre_shutdown_.erase(id) > 0;
}

std::vector<std::function<void()>> ContextState::callbacks(bool before_shutdown) const {
  std::vector<std::function<void()>> found;
  const std::lock_guard lock(mutex_);
  for (const auto& [id, callback] : before_shutdown ? pre_shutdown_ : on_shutdown_) {
    found.push_back(callback);
  }
  return found;
}

bool ContextState::sleep_for(std::chrono::nanoseconds time) {
  std::unique_lock lock(mutex_);
  const std::uint64_t before = interruptions_;
  const auto woken = [&] { return interruptions_ != before || !is_valid(); };
  // A longer time would overflow when it is added to the clock.
  const std::chrono::nanoseconds end(saturated_sum(base::monotonic_ns(), time.count()));
  return !sleepers_.wait_until(
      lock, std::chrono::time_point<std::chrono::steady_clock, std::chrono::nanoseconds>(end),
      woken);
}

void ContextState::interrupt_sleeps() {
  {
    const std::lock_guard lock(mutex_);
    ++interruptions_;
  }
  sleepers_.notify_all();
}

}  // namespace baton::client
