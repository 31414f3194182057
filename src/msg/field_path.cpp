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

namespace {

/// Follows a path, step by step. If a step is impossible, the walk says why.
class PathWalk {
 public:
  PathWalk(const TypeSupport& type, const void* message, std::string_view path)
      : whole_(path), rest_(path) {
    place_.field.kind = Kind::message;
    place_.field.shape = Shape::single;
    place_.field.nested = &type;
    place_.address = message;
  }

  bool is_done() const { return rest_.empty(); }
  const FieldPlace& place() const { return place_; }
  const std::string& error() const { return error_; }

  bool step() {
    if (rest_.front() == '[') return to_element();
    if (rest_.size() != whole_.size()) {
      if (rest_.front() != '.') {
        return fail("\"{}\": expected '.' or '[' behind \"{}\"", whole_, so_far());
      }
      rest_.remove_prefix(1);
    }
    return to_field();
  }

 private:
  template <class... Arguments>
  bool fail(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    error_ = fmt::format(text, std::forward<Arguments>(arguments)...);
    return false;
  }
  std::string_view so_far() const { return whole_.substr(0, whole_.size() - rest_.size()); }

  bool to_element() {
    std::size_t index = 0;
    const std::string_view here = so_far();
    if (!take_index(rest_, index)) {
      return fail("\"{}\": an index is a number in brackets, as in \"{}[0]\"", whole_, here);
    }
    const std::size_t count = element_count(place_);
    if (place_.field.shape == Shape::single) {
      return fail("\"{}\" is no array and no sequence, it has no element {}", here, index);
    }
    if (index >= count) {
      return fail("\"{}\" has {} elements, counted from 0: there is no {}", here, count, index);
    }
    place_ = element(place_, index);
    return true;
  }

  bool to_field() {
    const std::string_view here = so_far();
    if (place_.field.kind != Kind::message || place_.field.shape != Shape::single) {
      const char* cure =
          place_.field.shape != Shape::single ? "; its elements are [0], [1] ..." : "";
      return fail("\"{}\" is no message, it has no fields{}", here.substr(0, here.size() - 1),
                  cure);
    }
    const std::string_view name = rest_.substr(0, rest_.find_first_of(".["));
    const TypeSupport& inner = *place_.field.nested;
    const Field* found = nullptr;
    for (const Field& field : inner.fields) {
      if (field.name == name) found = &field;
    }
    if (found == nullptr) {
      return fail("{} has no field \"{}\"; it has {}", inner.type_name, name, names_of(inner));
    }
    rest_.remove_prefix(name.size());
    place_.field = *found;
    place_.address = static_cast<const std::byte*>(place_.address) + found->offset_bytes;
    return true;
  }

  const std::string_view whole_;
  std::string_view rest_;
  FieldPlace place_;
  std::string error_;
};

}  // namespace

std::optional<FieldPlace> find_field(const TypeSupport& type, const void* message,
                                     std::string_view path, std::string& error) {
  PathWalk walk(type, message, path);
  while (!walk.is_done()) {
    if (walk.step()) continue;
    error = walk.error();
    return {};
  }
  return walk.place();
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
