// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/pairings.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "dds/fastdds/message_type.hpp"
#include "dds/fastdds/payload_pools.hpp"

namespace baton::dds::fastdds {
namespace {

/// Longer than a pairing takes. For when the security permissions refuse `unused_topic`.
constexpr std::chrono::milliseconds patience{5};

}  // namespace

bool has_departed(const api::PartitionQosPolicy& partition) {
  const std::vector<std::string> names = partition.names();
  return names.size() == 1 &&
         (names.front() == departed_writers || names.front() == departed_readers);
}

void Pairings::wait() noexcept {
  const std::lock_guard lock(mutex_);
  bool held = false;
  try {
    held = hold_list_alone();
  } catch (const std::exception&) {
    // Waiting for `patience` is enough as well.
  }
  if (!held) std::this_thread::sleep_for(patience);
}

bool Pairings::hold_list_alone() {
  const auto alone = hold_payload_pools();
  if (writer_ != nullptr) {
    publisher_->delete_datawriter(writer_);
    writer_ = nullptr;
    return true;
  }
  if (publisher_ == nullptr) {
    api::TypeSupport(new MessageType(unused_topic)).register_type(&participant_);
    topic_ = participant_.create_topic(unused_topic, unused_topic, api::TOPIC_QOS_DEFAULT);
    publisher_ = participant_.create_publisher(api::PUBLISHER_QOS_DEFAULT);
  }
  if (topic_ != nullptr && publisher_ != nullptr) {
    writer_ = publisher_->create_datawriter(topic_, api::DATAWRITER_QOS_DEFAULT);
  }
  return writer_ != nullptr;
}

}  // namespace baton::dds::fastdds
