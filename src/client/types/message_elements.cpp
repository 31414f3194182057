// SPDX-License-Identifier: Apache-2.0
#include "client/types/message_elements.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <baton/ros_c/rcutils_logging.h>

#include "client/log/log.hpp"
#include "client/types/message_sequence.hpp"

namespace baton::client {
namespace {

using rosidl_typesupport_introspection_cpp::MessageMember;

/// Values that functions without an argument for them know by their slot.
template <class Value, std::size_t count>
class Slots {
 public:
  Value operator[](std::size_t slot) const { return values_[slot]; }
  /// The slot of the value; empty: none is left.
  std::optional<std::size_t> slot_of(Value value) {
    const std::lock_guard lock(mutex_);
    const auto begin = values_.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(used_);
    const auto at = std::find(begin, end, value);
    if (at != end) return static_cast<std::size_t>(at - begin);
    if (used_ == count) return std::nullopt;
    values_[used_] = value;
    return used_++;
  }

 private:
  std::mutex mutex_;  // covers the end of what follows; a slot that was given does not change
  std::array<Value, count> values_{};
  std::size_t used_ = 0;
};

Slots<const msg::TypeSupport*, slots_of_messages> message_types;
Slots<std::size_t, slots_of_sizes> array_sizes;

struct Functions {
  const void* (*get_const)(const void*, std::size_t);
  void* (*get)(void*, std::size_t);
  void (*fetch)(const void*, std::size_t, void*);
  void (*assign)(void*, std::size_t, const void*);
};

template <std::size_t slot>
constexpr Functions of_array = {
    [](const void* field, std::size_t index) -> const void* {
      return in_array(*message_types[slot], field, index);
    },
    [](void* field, std::size_t index) -> void* {
      return in_array(*message_types[slot], field, index);
    },
    [](const void* field, std::size_t index, void* value) {
      assign_message(*message_types[slot], value, in_array(*message_types[slot], field, index));
    },
    [](void* field, std::size_t index, const void* value) {
      assign_message(*message_types[slot], in_array(*message_types[slot], field, index), value);
    },
};

template <std::size_t slot>
constexpr Functions of_sequence = {
    [](const void* field, std::size_t index) -> const void* {
      return in_sequence(*message_types[slot], field, index);
    },
    [](void* field, std::size_t index) -> void* {
      return in_sequence(*message_types[slot], field, index);
    },
    [](const void* field, std::size_t index, void* value) {
      assign_message(*message_types[slot], value, in_sequence(*message_types[slot], field, index));
    },
    [](void* field, std::size_t index, const void* value) {
      assign_message(*message_types[slot], in_sequence(*message_types[slot], field, index), value);
    },
};

template <std::size_t slot>
void resize_in(void* field, std::size_t size) {
  resize_sequence(*message_types[slot], field, size);
}

template <std::size_t slot>
std::size_t size_in(const void*) {
  return array_sizes[slot];
}

template <std::size_t... slots>
void set_by_slot(std::size_t slot, bool is_array, MessageMember& member,
                 std::index_sequence<slots...>) {
  static constexpr Functions arrays[] = {of_array<slots>...};
  static constexpr Functions sequences[] = {of_sequence<slots>...};
  static constexpr void (*resizes[])(void*, std::size_t) = {resize_in<slots>...};
  const Functions& functions = is_array ? arrays[slot] : sequences[slot];
  member.get_const_function = functions.get_const;
  member.get_function = functions.get;
  member.fetch_function = functions.fetch;
  member.assign_function = functions.assign;
  if (!is_array) member.resize_function = resizes[slot];
}

template <std::size_t... slots>
std::size_t (*size_by_slot(std::size_t slot, std::index_sequence<slots...>))(const void*) {
  static constexpr std::size_t (*sizes[])(const void*) = {size_in<slots>...};
  return sizes[slot];
}

void say_that_slots_are_out() {
  static const bool said = [] {
    log(RCUTILS_LOG_SEVERITY_WARN, "baton",
        "introspection of messages: more than " + std::to_string(slots_of_messages) +
            " messages are elements, or arrays have more than " + std::to_string(slots_of_sizes) +
            " sizes. Further ones have no functions for their elements: use baton::msg::Field");
    return true;
  }();
  (void)said;
}

}  // namespace

void set_message_element_functions(const msg::TypeSupport& type, bool is_array,
                                   MessageMember& member) {
  const auto slot = message_types.slot_of(&type);
  if (!slot) return say_that_slots_are_out();
  set_by_slot(*slot, is_array, member, std::make_index_sequence<slots_of_messages>());
}

std::size_t (*size_of_array(std::size_t count))(const void*) {
  const auto slot = array_sizes.slot_of(count);
  if (slot) return size_by_slot(*slot, std::make_index_sequence<slots_of_sizes>());
  say_that_slots_are_out();
  return nullptr;
}

}  // namespace baton::client
