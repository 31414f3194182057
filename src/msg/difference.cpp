// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/difference.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <baton/msg/field_path.hpp>
#include <baton/msg/operations.hpp>

#include "msg/field_traits.hpp"

namespace baton::msg {

namespace {

std::string_view name_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::message:
      return "message";
    case Kind::int8:
      return "int8";
    case Kind::uint8:
      return "uint8";
    case Kind::int16:
      return "int16";
    case Kind::uint16:
      return "uint16";
    case Kind::int32:
      return "int32";
    case Kind::uint32:
      return "uint32";
    case Kind::int64:
      return "int64";
    case Kind::uint64:
      return "uint64";
    case Kind::float32:
      return "float32";
    case Kind::float64:
      return "float64";
    case Kind::character:
      return "char";
    case Kind::wide_character:
      return "wchar";
    case Kind::boolean:
      return "bool";
    case Kind::byte:
      return "byte";
    case Kind::string:
      return "string";
    case Kind::wide_string:
      return "wstring";
  }
  return "?";
}

bool equal_places(const FieldPlace& one, const FieldPlace& other) {
  // Make a type with only this field: then the walk compares everything below the field.
  Field field = one.field;
  field.offset_bytes = 0;
  TypeSupport type{};
  type.fields = {&field, 1};
  return walk::equal(type, one.address, other.address);
}

/// Appends the path of the first difference. There has to be one.
void descend(const FieldPlace& one, const FieldPlace& other, std::string& path) {
  if (one.field.shape != Shape::single) {
    const std::size_t ours = element_count(one);
    const std::size_t theirs = element_count(other);
    std::size_t i = 0;
    while (i < std::min(ours, theirs) && equal_places(element(one, i), element(other, i))) ++i;
    path += fmt::format("[{}]", i);
    if (i < std::min(ours, theirs)) descend(element(one, i), element(other, i), path);
    return;
  }
  if (one.field.kind != Kind::message) return;
  for (const Field& field : one.field.nested->fields) {
    const FieldPlace ours{field, static_cast<const std::byte*>(one.address) + field.offset_bytes};
    const FieldPlace theirs{field,
                            static_cast<const std::byte*>(other.address) + field.offset_bytes};
    if (equal_places(ours, theirs)) continue;
    if (!path.empty()) path += '.';
    path += field.name;
    return descend(ours, theirs, path);
  }
}

/// What the two sides are called.
struct Words {
  std::string_view here;
  std::string_view there;
};

std::string difference_below(const TypeSupport& here, const TypeSupport& there,
                             const std::string& path, const Words& words) {
  const auto path_of = [&](const Field& field) {
    return path.empty() ? std::string(field.name) : fmt::format("{}.{}", path, field.name);
  };
  for (std::size_t i = 0; i < std::max(here.fields.size(), there.fields.size()); ++i) {
    if (i >= there.fields.size()) {
      return fmt::format("field \"{}\" ({}) is {} and not {}", path_of(here.fields[i]),
                         type_of_field(here.fields[i]), words.here, words.there);
    }
    if (i >= here.fields.size()) {
      return fmt::format("field \"{}\" ({}) is {} and not {}", path_of(there.fields[i]),
                         type_of_field(there.fields[i]), words.there, words.here);
    }
    const Field& ours = here.fields[i];
    const Field& theirs = there.fields[i];
    if (ours.name != theirs.name) {
      return fmt::format("field {} is \"{}\" ({}) {} and \"{}\" ({}) {}", i + 1, path_of(ours),
                         type_of_field(ours), words.here, path_of(theirs), type_of_field(theirs),
                         words.there);
    }
    const std::string our_type = type_of_field(ours);
    const std::string their_type = type_of_field(theirs);
    if (our_type != their_type) {
      return fmt::format("field \"{}\" is {} {} and {} {}", path_of(ours), our_type, words.here,
                         their_type, words.there);
    }
    if (ours.kind != Kind::message) continue;
    if (ours.nested == theirs.nested || ours.nested->hash == theirs.nested->hash) continue;
    std::string below = difference_below(*ours.nested, *theirs.nested, path_of(ours), words);
    if (!below.empty()) return below;
  }
  return {};
}

}  // namespace

std::string type_of_field(const Field& field) {
  std::string text(field.kind == Kind::message ? field.nested->type_name : name_of(field.kind));
  if (field.string_bound != 0) text += fmt::format("<={}", field.string_bound);
  switch (field.shape) {
    case Shape::single:
      break;
    case Shape::array:
      text += fmt::format("[{}]", field.count);
      break;
    case Shape::bounded_sequence:
      text += fmt::format("[<={}]", field.count);
      break;
    case Shape::sequence:
      text += "[]";
      break;
  }
  return text;
}

std::string first_difference(const TypeSupport& type, const void* one, const void* other) {
  if (equal(type, one, other)) return {};
  Field whole{};
  whole.kind = Kind::message;
  whole.nested = &type;
  std::string path;
  descend({whole, one}, {whole, other}, path);
  return path;
}

std::string first_difference(const TypeSupport& here, const TypeSupport& there,
                             std::string_view here_word, std::string_view there_word) {
  if (here.type_name != there.type_name) {
    return fmt::format("the type is {} {} and {} {}", here.type_name, here_word, there.type_name,
                       there_word);
  }
  return difference_below(here, there, {}, {here_word, there_word});
}

}  // namespace baton::msg
