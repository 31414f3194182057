// SPDX-License-Identifier: Apache-2.0
// Publishers and subscriptions below the type, for messages whose class Python made at run time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <baton/endpoint_home.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/publisher.hpp>
#include <baton/type_name.hpp>

namespace baton::python {

/// The functions for objects of a type: none, as messages are always copied by their type. Lives
/// for ever.
const ObjectType& object_type_of(const msg::TypeSupport& type);

/// Publishes messages of a type that is known at run time only. Thread safety: all members; none
/// needs the GIL.
class RawPublisher : public PublisherBase {
 public:
  RawPublisher(const EndpointHome& home, const std::string& topic, const msg::TypeSupport& type,
               const QoS& qos, const PublisherOptionsBase& options)
      : PublisherBase(home, topic, qos, type_identity(type), object_type_of(type), options),
        type_(type) {}

  const msg::TypeSupport& type() const { return type_; }
  /// Raw memory for a message and what its containers need. Empty after a shutdown.
  LoanHandle borrow_bytes(std::size_t size_bytes) { return borrow(size_bytes); }
  void publish_loan(LoanHandle& loan) { hand_over(loan, type_.size_bytes); }
  void publish_message(const void* message) { publish_copy(message); }
  void publish_cdr(const SerializedMessage& message) { publish_serialized(message); }

 private:
  const msg::TypeSupport& type_;
};

}  // namespace baton::python
