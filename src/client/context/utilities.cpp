// SPDX-License-Identifier: Apache-2.0
#include <baton/utilities.hpp>

#include <baton/exceptions.hpp>

#include "client/arguments/arguments.hpp"
#include "client/context/signals.hpp"

namespace rclcpp {
namespace {

Context::SharedPtr or_default(Context::SharedPtr context) {
  return context ? std::move(context) : contexts::get_global_default_context();
}

}  // namespace

void init(int argc, char const* const* argv, const InitOptions& options,
          SignalHandlerOptions signal_handler_options) {
  // Listen first: then a signal that comes while the context is made and joins its domain shuts it
  // down in order.
  const client::signals::Awaited awaited;
  const bool installed = install_signal_handlers(signal_handler_options);
  try {
    contexts::get_global_default_context()->init(argc, argv, options);
  } catch (...) {
    if (installed) uninstall_signal_handlers();
    throw;
  }
}

std::vector<std::string> init_and_remove_ros_arguments(int argc, char const* const* argv,
                                                       const InitOptions& options) {
  init(argc, argv, options);
  return remove_ros_arguments(argc, argv);
}

std::vector<std::string> remove_ros_arguments(int argc, char const* const* argv) {
  const std::vector<std::string> arguments(argv, argv + argc);
  return client::without_ros_arguments(arguments);
}

bool install_signal_handlers(SignalHandlerOptions signal_handler_options) {
  return client::signals::install(signal_handler_options);
}

bool signal_handlers_installed() {
  return client::signals::installed() != SignalHandlerOptions::None;
}

SignalHandlerOptions get_current_signal_handler_options() { return client::signals::installed(); }

bool uninstall_signal_handlers() { return client::signals::uninstall(); }

bool ok(Context::SharedPtr context) { return or_default(std::move(context))->is_valid(); }

bool shutdown(Context::SharedPtr context, const std::string& reason) {
  const auto default_context = contexts::get_global_default_context();
  const auto target = or_default(std::move(context));
  const bool done = target->shutdown(reason);
  if (target == default_context) uninstall_signal_handlers();
  return done;
}

void on_shutdown(std::function<void()> callback, Context::SharedPtr context) {
  or_default(std::move(context))->on_shutdown(std::move(callback));
}

bool sleep_for(const std::chrono::nanoseconds& nanoseconds, Context::SharedPtr context) {
  return or_default(std::move(context))->sleep_for(nanoseconds);
}

}  // namespace rclcpp
