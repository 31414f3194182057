// SPDX-License-Identifier: Apache-2.0
// What Fast DDS asks of a type: here every type is bytes, which the layers above make and read.
#pragma once

#include <string>

#include "dds/fastdds/api.hpp"

namespace baton::dds::fastdds {

/// Keyless. The "data" of a writer is an Outgoing, that of a reader an Arrival.
class MessageType final : public api::TopicDataType {
 public:
  explicit MessageType(const std::string& name);

  bool serialize(void* data, api::SerializedPayload_t* payload) override;
  bool deserialize(api::SerializedPayload_t* payload, void* data) override;
  std::function<std::uint32_t()> getSerializedSizeProvider(void* data) override;
  void* createData() override { return nullptr; }
  void deleteData(void*) override {}
  bool getKey(void*, api::InstanceHandle_t*, bool) override { return false; }
  bool is_bounded() const override { return false; }
  bool is_plain() const override { return false; }
};

}  // namespace baton::dds::fastdds
