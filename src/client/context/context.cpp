// SPDX-License-Identifier: Apache-2.0
#include <baton/context.hpp>

#include <baton/contexts/default_context.hpp>
#include <baton/exceptions.hpp>

#include "client/arguments/arguments.hpp"
#include "client/context/context_state.hpp"
#include "client/context/shutdown_at_exit.hpp"
#include "client/context/signals.hpp"
#include "client/log/log_arguments.hpp"

namespace rclcpp {

Context::Context() : state_(std::make_shared<client::ContextState>()) {}

Context::Context(const ContextOptions& options) : Context() {
  state_->begin(options, std::make_shared<const client::Arguments>(), InitOptions());
  (void)state_->transport();
  client::shut_down_at_exit(state_);
}

Context::~Context() {
  client::signals::forget(*state_);
  shutdown("the context was destroyed");
}

void Context::init(int argc, char const* const* argv, const InitOptions& options) {
  if (is_valid()) throw ContextAlreadyInitialized();
  const auto arguments =
      std::make_shared<const client::Arguments>(client::Arguments::parse(argc, argv));
  arguments->require_known();
  if (state_->was_begun()) {
    client::signals::forget(*state_);
    state_ = std::make_shared<client::ContextState>();
  }
  ContextOptions context_options;
  if (options.has_domain_id()) {
    context_options.domain_id = static_cast<unsigned>(options.get_domain_id());
  }
  state_->begin(context_options, arguments, options);
  const bool listens = options.shutdown_on_signal;
  const std::uint64_t heard_before = listens ? client::signals::begin_to_listen() : 0;
  if (options.auto_initialize_logging()) client::apply_log_arguments(*arguments);
  (void)state_->transport();
  client::shut_down_at_exit(state_);
  if (listens) client::signals::watch(state_, heard_before);
}

const InitOptions& Context::get_init_options() const { return state_->init_options(); }

bool Context::shutdown(const std::string& reason) { return state_->shutdown(reason); }

bool Context::is_valid() const { return state_->is_valid(); }

std::string Context::shutdown_reason() const { return state_->shutdown_reason(); }

std::size_t Context::get_domain_id() const { return state_->domain_id(); }

Context::OnShutdownCallback Context::on_shutdown(OnShutdownCallback callback) {
  add_on_shutdown_callback(callback);
  return callback;
}

OnShutdownCallbackHandle Context::add_on_shutdown_callback(OnShutdownCallback callback) {
  return OnShutdownCallbackHandle(state_->add_callback(std::move(callback), false));
}

bool Context::remove_on_shutdown_callback(const OnShutdownCallbackHandle& handle) {
  return state_->remove_callback(handle.id_);
}

PreShutdownCallbackHandle Context::add_pre_shutdown_callback(PreShutdownCallback callback) {
  return PreShutdownCallbackHandle(state_->add_callback(std::move(callback), true));
}

bool Context::remove_pre_shutdown_callback(const PreShutdownCallbackHandle& handle) {
  return state_->remove_callback(handle.id_);
}

std::vector<Context::OnShutdownCallback> Context::get_on_shutdown_callbacks() const {
  return state_->callbacks(false);
}

std::vector<Context::PreShutdownCallback> Context::get_pre_shutdown_callbacks() const {
  return state_->callbacks(true);
}

bool Context::sleep_for(const std::chrono::nanoseconds& nanoseconds) {
  return state_->sleep_for(nanoseconds);
}

void Context::interrupt_all_sleep_for() { state_->interrupt_sleeps(); }

/// Never destroyed: threads that go on while the process ends ask the context whether it is valid.
contexts::DefaultContext::SharedPtr contexts::get_global_default_context() {
  static const auto& context = *new DefaultContext::SharedPtr(std::make_shared<DefaultContext>());
  return context;
}

}  // namespace rclcpp
