// SPDX-License-Identifier: Apache-2.0
#include <baton/ros_c/serialize_message.h>

#include <new>
#include <span>
#include <utility>

#include <baton/exceptions.hpp>
#include <baton/msg/cdr.hpp>
#include <baton/serialization.hpp>
#include <baton/type_support_handle.hpp>

namespace {

constexpr int ok = 0;
constexpr int error = 1;
constexpr int bad_alloc = 10;
constexpr int invalid_argument = 11;

/// What the work throws, as a number.
template <class Work>
int number_of(Work&& work) noexcept {
  try {
    work();
    return ok;
  } catch (const std::bad_alloc&) {
    return bad_alloc;
  } catch (...) {
    return error;
  }
}

const baton::msg::TypeSupport* type_of(const rosidl_message_type_support_t* handle) noexcept {
  try {
    return &baton::to_type_support(handle);
  } catch (...) {
    return nullptr;
  }
}

/// Lends the memory of a message to an object, and takes it back.
class Lent {
 public:
  explicit Lent(rmw_serialized_message_t& message)
      : message_(message), serialized(std::move(message)) {}
  ~Lent() { message_ = serialized.release_rcl_serialized_message(); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

 private:
  rmw_serialized_message_t& message_;

 public:
  baton::SerializedMessage serialized;
};

}  // namespace

int baton_rmw_serialize(const void* ros_message, const rosidl_message_type_support_t* type_support,
                        rmw_serialized_message_t* serialized_message) {
  const baton::msg::TypeSupport* const type = type_of(type_support);
  if (type == nullptr || ros_message == nullptr || serialized_message == nullptr) {
    return invalid_argument;
  }
  return number_of([&] {
    Lent lent(*serialized_message);
    baton::SerializationBase(*type).serialize_message(ros_message, &lent.serialized);
  });
}

int baton_rmw_deserialize(const rmw_serialized_message_t* serialized_message,
                          const rosidl_message_type_support_t* type_support, void* ros_message) {
  const baton::msg::TypeSupport* const type = type_of(type_support);
  if (type == nullptr || ros_message == nullptr || serialized_message == nullptr) {
    return invalid_argument;
  }
  const auto bytes =
      std::as_bytes(std::span(serialized_message->buffer, serialized_message->buffer_length));
  return number_of([&] {
    if (!baton::msg::decode_message(*type, bytes, ros_message)) {
      throw baton::exceptions::RCLError("no message of the type");
    }
  });
}
