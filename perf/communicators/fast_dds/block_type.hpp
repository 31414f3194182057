// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <string>

namespace perf {

/// Every message is one block of bytes, so encoding is one memcpy, the least work possible. With
/// `plain`, Fast DDS lends and shares the block as it lies.
class BlockType final : public eprosima::fastdds::dds::TopicDataType {
 public:
  using Payload = eprosima::fastrtps::rtps::SerializedPayload_t;
  using Handle = eprosima::fastrtps::rtps::InstanceHandle_t;

  BlockType(const std::string& name, std::size_t size_bytes, bool plain);

  bool serialize(void* data, Payload* payload) override;
  bool deserialize(Payload* payload, void* data) override;
  std::function<uint32_t()> getSerializedSizeProvider(void* data) override;
  void* createData() override;
  void deleteData(void* data) override;
  bool getKey(void*, Handle*, bool) override { return false; }
  bool is_bounded() const override { return true; }
  bool is_plain() const override { return plain_; }
  bool construct_sample(void*) const override { return true; }

 private:
  const std::size_t size_bytes_;
  const bool plain_;
};

}  // namespace perf
