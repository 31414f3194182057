// SPDX-License-Identifier: Apache-2.0
#include "client/context/report_event.hpp"

#include <memory>
#include <mutex>
#include <set>
#include <string>

#include <baton/ros_c/rcutils_logging.h>

#include "client/log/log.hpp"

namespace baton::client {

EventCallback log_once() {
  struct Told {
    std::mutex mutex;
    std::set<std::string> texts;
  };
  return [told = std::make_shared<Told>()](const ContextEvent& event) {
    {
      const std::lock_guard lock(told->mutex);
      if (!told->texts.insert(event.text).second) return;
    }
    log(RCUTILS_LOG_SEVERITY_WARN, "baton", event.text);
  };
}

}  // namespace baton::client
