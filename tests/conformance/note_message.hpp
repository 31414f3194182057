// SPDX-License-Identifier: Apache-2.0
// A message with a string, as the generator would make it, whose lives on the heap are counted.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include <baton/msg/home.hpp>
#include <baton/msg/reflection.hpp>
#include <baton/msg/string.hpp>

#include "msg/testing/described.hpp"
#include "transport/port/transport.hpp"

namespace baton::conformance {

struct Note {
  msg::String text;
  std::uint64_t value = 0;

  static void operator delete(void* message) noexcept { msg::free_message(message); }

  static const msg::TypeSupport& type() {
    static const auto reflected = [] {
      std::string error;
      return msg::ReflectedType::parse(
          msg::testing::described({"test/msg/Note", {{"text", 17}, {"value", 9}}}, {}), error);
    }();
    return reflected->type();
  }
};

/// The same without a string: nothing in it grows.
struct Figure {
  std::uint64_t value = 0;

  static void operator delete(void* message) noexcept { msg::free_message(message); }

  static const msg::TypeSupport& type() {
    static const auto reflected = [] {
      std::string error;
      return msg::ReflectedType::parse(
          msg::testing::described({"test/msg/Figure", {{"value", 9}}}, {}), error);
    }();
    return reflected->type();
  }
};

/// A type that only this program knows.
struct PlainFigure {
  std::uint64_t value = 0;
};

inline std::atomic<int> objects_made{0};
inline std::atomic<int> objects_ended{0};

template <class M>
const transport::ObjectType& object_type() {
  static const transport::ObjectType type = {
      sizeof(M),
      [](const void* message) -> void* {
        ++objects_made;
        return new M(*static_cast<const M*>(message));
      },
      [](void* memory, const void* message) { new (memory) M(*static_cast<const M*>(message)); },
      [](void* message) noexcept {
        ++objects_ended;
        delete static_cast<M*>(message);
      }};
  return type;
}

template <class M>
transport::OwnedObject make_object(std::uint64_t value) {
  ++objects_made;
  auto* const message = new M;
  message->value = value;
  if constexpr (std::is_same_v<M, Note>) message->text = std::string(100, 'n');
  return {message, &object_type<M>()};
}

template <class M, class Spec>
Spec spec_for(Spec spec) {
  if constexpr (!std::is_same_v<M, PlainFigure>) {
    spec.type = &M::type();
    spec.type_name = spec.type->type_name;
    std::memcpy(&spec.type_hash, spec.type->hash.data(), sizeof spec.type_hash);
    spec.layout_hash = spec.type->layout_hash;
  }
  return spec;
}

}  // namespace baton::conformance
