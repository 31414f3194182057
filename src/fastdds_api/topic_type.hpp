// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <fastdds/dds/topic/TopicDataType.hpp>

#include "fastdds_api/names.hpp"

namespace baton::fastdds_api {

/// A type without a key.
class TopicType : public TopicDataType {
 public:
  /// `max_bytes`: where a history starts to allocate, encapsulation included.
  TopicType(const std::string& name, std::uint32_t max_bytes) {
#if BATON_FASTDDS_MAJOR >= 3
    set_name(name);
    max_serialized_type_size = max_bytes;
    is_compute_key_provided = false;
#else
    setName(name.c_str());
    m_typeSize = max_bytes;
    m_isGetKeyDefined = false;
    auto_fill_type_object(false);
    auto_fill_type_information(false);
#endif
  }

  virtual bool encode(const void* data, SerializedPayload_t& payload) = 0;
  virtual bool decode(const SerializedPayload_t& payload, void* data) = 0;
  /// Bytes that encode() needs.
  virtual std::uint32_t encoded_bytes(const void* data) = 0;
  virtual void* make() { return nullptr; }
  virtual void end(void*) {}
  /// Whether all messages have one size, which `max_bytes` is.
  virtual bool has_one_size() const { return false; }
  /// Whether the memory of a message is its encoding, so that it can be lent and shared.
  virtual bool is_memory() const { return false; }

 private:
#if BATON_FASTDDS_MAJOR >= 3
  bool serialize(const void* data, SerializedPayload_t& payload, DataRepresentationId_t) final {
    return encode(data, payload);
  }
  bool deserialize(SerializedPayload_t& payload, void* data) final { return decode(payload, data); }
  std::uint32_t calculate_serialized_size(const void* data, DataRepresentationId_t) final {
    return encoded_bytes(data);
  }
  void* create_data() final { return make(); }
  void delete_data(void* data) final { end(data); }
  bool compute_key(SerializedPayload_t&, InstanceHandle_t&, bool) final { return false; }
  bool compute_key(const void*, InstanceHandle_t&, bool) final { return false; }
  bool is_plain(DataRepresentationId_t) const final { return is_memory(); }
#else
  bool serialize(void* data, SerializedPayload_t* payload) final { return encode(data, *payload); }
  bool deserialize(SerializedPayload_t* payload, void* data) final {
    return decode(*payload, data);
  }
  std::function<std::uint32_t()> getSerializedSizeProvider(void* data) final {
    return [this, data] { return encoded_bytes(data); };
  }
  void* createData() final { return make(); }
  void deleteData(void* data) final { end(data); }
  bool getKey(void*, InstanceHandle_t*, bool) final { return false; }
  bool is_plain() const final { return is_memory(); }
#endif
  bool is_bounded() const final { return has_one_size(); }
  bool construct_sample(void*) const final { return has_one_size(); }
};

}  // namespace baton::fastdds_api
