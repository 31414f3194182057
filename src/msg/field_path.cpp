// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/field_path.hpp>

#include <charconv>

#include <fmt/format.h>

#include "msg/field_traits.hpp"

namespace baton::msg {

namespace {

const ContainerHeader& container_at(const void* address) noexcept {
  return *static_cast<const ContainerHeader*>(address);
}

std::string names_of(const TypeSupport& type) {
  std::string names;
  for (const Field& field : type.fields) {
    if (!names.empty()) names += ", ";
    names += field.name;
  }
  return names;
}

/// Takes "[12]" from the front of the path.
bool take_index(std::string_view& path, std::size_t& index) {
  const std::size_t end = path.find(']');
  if (end == std::string_view::npos) return false;
  const char* last = path.data() + end;
  const auto read = std::from_chars(path.data() + 1, last, index);
  if (read.ec != std::errc{} || read.ptr != last) return false;
  path.remove_prefix(end + 1);
  return true;
}

}  // namespace

std::size_t element_count(const FieldPlace& place) noexcept {
  if (is_sequence(place.field)) return container_at(place.address).size;
  return place.field.shape == Shape::array ? place.field.count : 1;
}

FieldPlace element(const FieldPlace& place, std::size_t index) {
  FieldPlace one = place;
  one.field.shape = Shape::single;
  one.field.count = 0;
  const auto* first = is_sequence(place.field) ? container_at(place.address).data()
                                               : static_cast<const std::byte*>(place.address);
  one.address = first + index * element_bytes(place.field);
  return one;
}

std::optional<FieldPlace> find_field(const TypeSupport& type, const void* message,
                                     std::string_view path, std::string& error) {
  FieldPlace place;
  place.field.kind = Kind::message;
  place.field.shape = Shape::single;
  place.field.nested = &type;
  place.address = message;
  const std::string_view whole = path;
  const auto so_far = [&] { return whole.substr(0, whole.size() - path.size()); };
  bool first = true;
  while (!path.empty()) {
    if (path.front() == '[') {
      std::size_t index = 0;
      const std::string_view here = so_far();
      if (!take_index(path, index)) {
        error =
            fmt::format("\"{}\": an index is a number in brackets, as in \"{}[0]\"", whole, here);
        return {};
      }
      const std::size_t count = element_count(place);
      if (place.field.shape == Shape::single) {
        error =
            fmt::format("\"{}\" is no array and no sequence, it has no element {}", here, index);
        return {};
      }
      if (index >= count) {
        error = fmt::format("\"{}\" has {} elements, counted from 0: there is no {}", here, count,
                            index);
        return {};
      }
      place = element(place, index);
      first = false;
      continue;
    }
    if (!first) {
      if (path.front() != '.') {
        error = fmt::format("\"{}\": expected '.' or '[' behind \"{}\"", whole, so_far());
        return {};
      }
      path.remove_prefix(1);
    }
    first = false;
    const std::string_view here = so_far();
    if (place.field.kind != Kind::message || place.field.shape != Shape::single) {
      error =
          fmt::format("\"{}\" is no message, it has no fields", here.substr(0, here.size() - 1));
      if (place.field.shape != Shape::single) error += "; its elements are [0], [1] ...";
      return {};
    }
    const std::string_view name = path.substr(0, path.find_first_of(".["));
    const TypeSupport& inner = *place.field.nested;
    const Field* found = nullptr;
    for (const Field& field : inner.fields) {
      if (field.name == name) found = &field;
    }
    if (found == nullptr) {
      error =
          fmt::format("{} has no field \"{}\"; it has {}", inner.type_name, name, names_of(inner));
      return {};
    }
    path.remove_prefix(name.size());
    place.field = *found;
    place.address = static_cast<const std::byte*>(place.address) + found->offset_bytes;
  }
  return place;
}

std::optional<double> as_number(const FieldPlace& place) noexcept {
  if (place.field.shape != Shape::single || place.field.kind == Kind::message ||
      is_string(place.field.kind)) {
    return {};
  }
  if (place.field.kind == Kind::boolean) {
    return *static_cast<const std::uint8_t*>(place.address) != 0 ? 1.0 : 0.0;
  }
  return with_type(place.field.kind, [&]<class T>(std::type_identity<T>) {
    return static_cast<double>(*static_cast<const T*>(place.address));
  });
}

std::optional<std::string_view> as_text(const FieldPlace& place) noexcept {
  if (place.field.shape != Shape::single || place.field.kind != Kind::string) return {};
  const ContainerHeader& text = container_at(place.address);
  return std::string_view(reinterpret_cast<const char*>(text.data()), text.size);
}

}  // namespace baton::msg
