// SPDX-License-Identifier: Apache-2.0
#include <baton/message_copies.hpp>

#include <fmt/format.h>

#include <baton/ros_c/rcutils_logging.h>

#include "client/log/log.hpp"
#include "transport/port/transport.hpp"

namespace rclcpp::detail {

void MessageCopies::note(std::size_t size_bytes, const char* why) noexcept {
  count_.fetch_add(1, std::memory_order_relaxed);
  if (why == nullptr || told_.load(std::memory_order_relaxed)) return;
  if (told_.exchange(true, std::memory_order_relaxed)) return;
  try {
    tell(size_bytes, why);
  } catch (const std::exception&) {
    // The counter has it.
  }
}

void note_copy(MessageCopies* copies, std::size_t size_bytes, const char* why) noexcept {
  if (copies != nullptr) copies->note(size_bytes, why);
}

void MessageCopies::tell(std::size_t size_bytes, const char* why) const {
  client::log(are_avoidable() ? RCUTILS_LOG_SEVERITY_WARN : RCUTILS_LOG_SEVERITY_INFO, logger_name_,
              fmt::format("topic '{}': a message of {} bytes was copied for its callback: {}. "
                          "Callbacks that take `const M&` or `std::shared_ptr<const M>` cost no "
                          "copy. SubscriptionCounters::copied_for_callback counts on",
                          topic_, size_bytes, why));
}

}  // namespace rclcpp::detail
