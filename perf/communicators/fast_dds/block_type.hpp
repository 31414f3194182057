// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "fastdds_api/topic_type.hpp"

namespace perf {

/// Every message is one block of bytes, so encoding is one memcpy, the least work possible. With
/// `plain`, Fast DDS lends and shares the block as it lies.
class BlockType final : public baton::fastdds_api::TopicType {
 public:
  using Payload = baton::fastdds_api::SerializedPayload_t;

  BlockType(const std::string& name, std::size_t size_bytes, bool plain);

 private:
  bool encode(const void* data, Payload& payload) override;
  bool decode(const Payload& payload, void* data) override;
  std::uint32_t encoded_bytes(const void*) override;
  void* make() override;
  void end(void* data) override;
  bool has_one_size() const override { return true; }
  bool is_memory() const override { return plain_; }

  const std::size_t size_bytes_;
  const bool plain_;
};

}  // namespace perf
