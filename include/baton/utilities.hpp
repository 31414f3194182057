// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <baton/contexts/default_context.hpp>
#include <baton/init_options.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>

namespace rclcpp {

/// Which signals shut contexts down. A second signal ends the process at once.
enum class SignalHandlerOptions { All, SigInt, SigTerm, None };

/// Initialises the default context from a command line and installs signal handlers.
BATON_PUBLIC void init(int argc, char const* const* argv,
                       const InitOptions& options = InitOptions(),
                       SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);
/// Like init(), and returns the arguments that are not ROS's. Throws
/// exceptions::UnknownROSArgsError.
BATON_PUBLIC std::vector<std::string> init_and_remove_ros_arguments(
    int argc, char const* const* argv, const InitOptions& options = InitOptions());
BATON_PUBLIC std::vector<std::string> remove_ros_arguments(int argc, char const* const* argv);

/// Uninstalling restores the former handlers. True if the handlers were (not) installed before.
/// init() and shutdown() call these functions. Thread-safe.
BATON_PUBLIC bool install_signal_handlers(
    SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);
BATON_PUBLIC bool signal_handlers_installed();
BATON_PUBLIC SignalHandlerOptions get_current_signal_handler_options();
BATON_PUBLIC bool uninstall_signal_handlers();

/// For the given context, or the default one if it is null.
BATON_PUBLIC bool ok(Context::SharedPtr context = nullptr);
BATON_PUBLIC bool shutdown(Context::SharedPtr context = nullptr,
                           const std::string& reason = "user called rclcpp::shutdown()");
BATON_PUBLIC void on_shutdown(std::function<void()> callback, Context::SharedPtr context = nullptr);
/// True after the whole time, false if the context was shut down meanwhile.
BATON_PUBLIC bool sleep_for(const std::chrono::nanoseconds& nanoseconds,
                            Context::SharedPtr context = nullptr);

/// For printf and its kin: the text as it lies in the string.
inline const char* get_c_string(const char* text) { return text; }
inline const char* get_c_string(const std::string& text) { return text.c_str(); }
/// Valid as long as the strings do not change.
inline std::vector<const char*> get_c_vector_string(const std::vector<std::string>& texts) {
  std::vector<const char*> found;
  found.reserve(texts.size());
  for (const std::string& text : texts) found.push_back(text.c_str());
  return found;
}

/// Whether x + y is more or less than a T holds, and x - y.
template <class T>
bool add_will_overflow(const T x, const T y) {
  return y > 0 && x > std::numeric_limits<T>::max() - y;
}
template <class T>
bool add_will_underflow(const T x, const T y) {
  return y < 0 && x < std::numeric_limits<T>::min() - y;
}
template <class T>
bool sub_will_overflow(const T x, const T y) {
  return y < 0 && x > std::numeric_limits<T>::max() + y;
}
template <class T>
bool sub_will_underflow(const T x, const T y) {
  return y > 0 && x < std::numeric_limits<T>::min() + y;
}

}  // namespace rclcpp
