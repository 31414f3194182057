// SPDX-License-Identifier: Apache-2.0
// What Fast DDS asks of a type: here every type is bytes, which the layers above make and read.
#pragma once

#include <string>

#include "dds/fastdds/api.hpp"
#include "fastdds_api/topic_type.hpp"

namespace baton::dds::fastdds {

/// Keyless. The "data" of a writer is an Outgoing, that of a reader an Arrival.
class MessageType final : public api::TopicType {
 public:
  explicit MessageType(const std::string& name);

 private:
  bool encode(const void* data, api::SerializedPayload_t& payload) override;
  bool decode(const api::SerializedPayload_t& payload, void* data) override;
  std::uint32_t encoded_bytes(const void* data) override;
};

}  // namespace baton::dds::fastdds
