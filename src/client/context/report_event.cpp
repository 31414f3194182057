// SPDX-License-Identifier: Apache-2.0
#include "client/context/report_event.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <baton/ros_c/rcutils_logging.h>

#include "client/log/log.hpp"
#include "client/node/graph_names.hpp"
#include "msg/unicode.hpp"

namespace baton::client {

namespace {

/// Longer texts are cut: a name that a stranger gives may have megabytes.
constexpr std::size_t max_text_bytes = 512;
constexpr std::size_t max_texts = 256;

/// The newest texts that were reported.
class Told {
 public:
  /// False if the text is among them already.
  bool add(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (std::find(texts_.begin(), texts_.end(), text) != texts_.end()) return false;
    texts_.push_back(text);
    if (texts_.size() > max_texts) texts_.pop_front();
    return true;
  }

 private:
  std::mutex mutex_;
  std::deque<std::string> texts_;
};

}  // namespace

EventCallback log_once() {
  return [told = std::make_shared<Told>()](const ContextEvent& event) {
    if (!told->add(event.node + ' ' + event.text)) return;
    const std::string logger = event.node.empty() ? "baton" : logger_name_of(event.node);
    log(RCUTILS_LOG_SEVERITY_WARN, logger, event.text);
  };
}

EventCallback without_refusals(EventCallback callback) {
  return [callback = std::move(callback)](const ContextEvent& event) {
    const bool refusal =
        event.kind == EventKind::incompatible_qos || event.kind == EventKind::incompatible_type;
    if (!refusal) callback(event);
  };
}

EventCallback with_printable_text(EventCallback callback) {
  return [callback = std::move(callback)](const ContextEvent& event) {
    callback({event.kind, msg::printable(event.text, max_text_bytes), event.node});
  };
}

EndpointCallback with_printable_text(EndpointCallback callback) {
  if (!callback) return callback;
  return [callback = std::move(callback)](const EndpointEvent& event) {
    if (event.text.empty()) return callback(event);
    EndpointEvent shown = event;
    shown.text = msg::printable(event.text, max_text_bytes);
    callback(shown);
  };
}

}  // namespace baton::client
