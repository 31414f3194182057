// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/object_type.hpp>
#include <baton/sample.hpp>

namespace baton::client {

/// The message that a sample is, or that the object of an adapted type in it stands for. Lives no
/// longer than the sample.
class MessageOfSample {
 public:
  MessageOfSample(const SampleHandle& sample, const msg::TypeSupport* type,
                  const AdaptedType* adapted)
      : data_(sample.data()) {
    if (adapted == nullptr || sample.size_bytes() != adapted_size_bytes) return;
    made_.emplace(*type);
    adapted->to_message(sample.data(), made_->data());
    data_ = static_cast<const std::byte*>(std::as_const(*made_).data());
  }
  MessageOfSample(const MessageOfSample&) = delete;
  MessageOfSample& operator=(const MessageOfSample&) = delete;

  const std::byte* data() const { return data_; }

 private:
  std::optional<msg::DynamicMessage> made_;
  const std::byte* data_;
};

}  // namespace baton::client
