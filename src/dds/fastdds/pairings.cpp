// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/pairings.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "dds/fastdds/message_type.hpp"

namespace baton::dds::fastdds {
namespace {

/// Longer than a pairing takes, where permissions refuse that topic.
constexpr std::chrono::milliseconds patience{5};

}  // namespace

bool has_departed(const api::PartitionQosPolicy& partition) {
  const std::vector<std::string> names = partition.names();
  return names.size() == 1 && names.front() == departure_partition;
}

void Pairings::wait() noexcept {
  const std::lock_guard lock(mutex_);
  try {
    hold_list_alone();
  } catch (const std::exception&) {
    std::this_thread::sleep_for(patience);
  }
}

void Pairings::hold_list_alone() {
  if (writer_ != nullptr) {
    publisher_->delete_datawriter(writer_);
    writer_ = nullptr;
    return;
  }
  if (publisher_ == nullptr) {
    api::TypeSupport(new MessageType(nobodys_topic)).register_type(&participant_);
    topic_ = participant_.create_topic(nobodys_topic, nobodys_topic, api::TOPIC_QOS_DEFAULT);
    publisher_ = participant_.create_publisher(api::PUBLISHER_QOS_DEFAULT);
  }
  if (topic_ != nullptr && publisher_ != nullptr) {
    writer_ = publisher_->create_datawriter(topic_, api::DATAWRITER_QOS_DEFAULT);
  }
  if (writer_ == nullptr) std::this_thread::sleep_for(patience);
}

}  // namespace baton::dds::fastdds
