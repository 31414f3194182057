// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <ctime>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <baton/msg/difference.hpp>
#include <baton/msg/operations.hpp>
#include <baton/msg/yaml.hpp>

#include "msg/field_traits.hpp"
#include "msg/raw_container.hpp"
#include "msg/unicode.hpp"
#include "msg/yaml_guard.hpp"

namespace baton::msg {

namespace {

constexpr std::string_view time_type = "builtin_interfaces/msg/Time";
constexpr std::string_view header_type = "std_msgs/msg/Header";

/// Text of YAML into the fields of a message; throws Refused.
struct Refused {
  std::string text;
};

bool is_quoted(const YAML::Node& node) { return node.Tag() == "!"; }

std::string shown(const YAML::Node& node) {
  if (node.IsNull()) return "nothing";
  if (node.IsMap()) return "a mapping";
  if (node.IsSequence()) return "a list";
  return is_quoted(node) ? fmt::format("the text '{}'", node.Scalar())
                         : fmt::format("'{}'", node.Scalar());
}

/// Reads a decimal number, or a hexadecimal one after 0x, with a sign.
template <class T>
bool parse_integer(std::string_view text, T& value) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t size = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, size, hexadecimal ? 16 : 10);
  if (read.ec != std::errc{} || read.ptr != end) return false;
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  if (!negative) {
    if (size > most) return false;
    value = static_cast<T>(size);
    return true;
  }
  if (size != 0 && (std::is_unsigned_v<T> || size > most + 1)) return false;
  value = static_cast<T>(std::uint64_t{0} - size);
  return true;
}

bool parse_bool(std::string_view text, bool& value) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const char* word : {"true", "yes", "on"}) {
    if (lower == word) return value = true, true;
  }
  for (const char* word : {"false", "no", "off"}) {
    if (lower == word) return value = false, true;
  }
  return false;
}

class Filler {
 public:
  void fill(const Field& field, std::byte* at, const YAML::Node& node) {
    if (is_sequence(field)) return fill_sequence(field, at, node);
    if (field.shape == Shape::array) return fill_array(field, at, node);
    fill_one(field, at, node);
  }

 private:
  [[noreturn]] void refuse(const std::string& text) const {
    throw Refused{path_.empty() ? text : fmt::format("field \"{}\": {}", path_, text)};
  }

  /// Adds `part` to the path while `work` runs.
  template <class Work>
  void below(const std::string& part, Work&& work) {
    const std::size_t length = path_.size();
    path_ += part;
    work();
    path_.resize(length);
  }

  void fill_one(const Field& field, std::byte* at, const YAML::Node& node) {
    switch (field.kind) {
      case Kind::message:
        return fill_message(*field.nested, at, node);
      case Kind::string:
      case Kind::wide_string:
        return fill_string(field, at, node);
      default:
        with_type(field.kind, [&]<class T>(std::type_identity<T>) {
          *reinterpret_cast<T*>(at) = number<T>(field, node);
        });
    }
  }

  template <class T>
  T number(const Field& field, const YAML::Node& node) const {
    Field one = field;
    one.shape = Shape::single;
    T value{};
    bool valid = node.IsScalar() && !is_quoted(node);
    if constexpr (std::is_same_v<T, bool>) {
      valid = valid && parse_bool(node.Scalar(), value);
    } else if constexpr (std::is_floating_point_v<T>) {
      valid = valid && YAML::convert<T>::decode(node, value);
    } else if constexpr (std::is_same_v<T, char16_t>) {
      std::uint16_t unit = 0;
      valid = valid && parse_integer(node.Scalar(), unit);
      value = unit;
    } else {
      valid = valid && parse_integer(node.Scalar(), value);
    }
    if (!valid) refuse(fmt::format("{} is no {}", shown(node), type_of_field(one)));
    return value;
  }

  void fill_string(const Field& field, std::byte* at, const YAML::Node& node) {
    if (!node.IsScalar() && !node.IsNull()) refuse(fmt::format("{} is no text", shown(node)));
    const std::string text = node.IsNull() ? std::string() : node.Scalar();
    auto& container = *reinterpret_cast<ContainerHeader*>(at);
    if (field.kind == Kind::string) return assign<char>(field, container, text);
    assign<char16_t>(field, container, to_utf16(text));
  }

  template <class Character>
  void assign(const Field& field, ContainerHeader& to,
              std::basic_string_view<Character> text) const {
    const std::uint32_t bound = string_bound_of(field);
    if (text.size() > bound) {
      refuse(fmt::format("{} characters, and at most {} are allowed", text.size(), bound));
    }
    raw::assign_string(to, text.data(), static_cast<std::uint32_t>(text.size()));
  }
  template <class Character>
  void assign(const Field& field, ContainerHeader& to,
              const std::basic_string<Character>& text) const {
    assign(field, to, std::basic_string_view<Character>(text));
  }

  void fill_message(const TypeSupport& type, std::byte* at, const YAML::Node& node) {
    if (node.IsScalar() && !is_quoted(node) && fill_stamp(type, at, node.Scalar())) return;
    if (node.IsNull()) return;
    if (!node.IsMap()) {
      refuse(fmt::format("{} where {} wants a mapping of its fields", shown(node), type.type_name));
    }
    std::set<std::string> seen;
    for (const auto& item : node) {
      const std::string name = item.first.IsScalar() ? item.first.Scalar() : "?";
      const Field* found = nullptr;
      for (const Field& field : type.fields) {
        if (field.name == name) found = &field;
      }
      if (found == nullptr) refuse_name(type, name);
      if (!seen.insert(name).second) refuse(fmt::format("\"{}\" is given twice", name));
      below(path_.empty() ? name : "." + name,
            [&] { fill(*found, at + found->offset_bytes, item.second); });
    }
  }

  [[noreturn]] void refuse_name(const TypeSupport& type, const std::string& name) const {
    std::string names;
    for (const Field& field : type.fields) {
      names += names.empty() ? "" : ", ";
      names += field.name;
    }
    refuse(fmt::format("{} has no field \"{}\"; it has {}", type.type_name, name, names));
  }

  /// Fills the words for stamps that `ros2 topic pub` knows.
  static bool fill_stamp(const TypeSupport& type, std::byte* at, std::string_view word) {
    if (type.type_name == header_type && word == "auto") {
      for (const Field& field : type.fields) {
        if (field.kind == Kind::message) {
          return fill_stamp(*field.nested, at + field.offset_bytes, "now");
        }
      }
    }
    if (type.type_name != time_type || word != "now" || type.size_bytes != 8) return false;
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const auto seconds = static_cast<std::int32_t>(now.tv_sec);
    const auto nanoseconds = static_cast<std::uint32_t>(now.tv_nsec);
    std::memcpy(at, &seconds, sizeof seconds);
    std::memcpy(at + sizeof seconds, &nanoseconds, sizeof nanoseconds);
    return true;
  }

  void fill_elements(const Field& field, std::byte* first, const YAML::Node& node) {
    Field one = field;
    one.shape = Shape::single;
    std::size_t i = 0;
    for (const auto& item : node) {
      below(fmt::format("[{}]", i), [&] { fill_one(one, first + i * element_bytes(field), item); });
      ++i;
    }
  }

  void fill_array(const Field& field, std::byte* at, const YAML::Node& node) {
    if (!node.IsSequence()) refuse(fmt::format("{} is no list", shown(node)));
    if (node.size() != field.count) {
      refuse(fmt::format("{} elements, and it has {}", node.size(), field.count));
    }
    fill_elements(field, at, node);
  }

  void fill_sequence(const Field& field, std::byte* at, const YAML::Node& node) {
    if (!node.IsSequence() && !node.IsNull()) refuse(fmt::format("{} is no list", shown(node)));
    const std::size_t size = node.IsNull() ? 0 : node.size();
    if (size > bound_of(field)) {
      refuse(fmt::format("{} elements, and at most {} are allowed", size, bound_of(field)));
    }
    auto& container = *reinterpret_cast<ContainerHeader*>(at);
    clear(field, container);
    const std::size_t step = element_bytes(field);
    std::byte* first = raw::resize(container, static_cast<std::uint32_t>(size), step);
    if (size != 0) std::memset(first, 0, size * step);
    if (field.kind == Kind::message) {
      for (std::size_t i = 0; i < size; ++i) construct(*field.nested, first + i * step);
    }
    if (size != 0) fill_elements(field, first, node);
  }

  static void clear(const Field& field, ContainerHeader& container) {
    const std::size_t step = element_bytes(field);
    for (std::uint32_t i = 0; i < container.size && !is_plain(field); ++i) {
      std::byte* one = container.data() + i * step;
      if (field.kind == Kind::message) {
        destroy(*field.nested, one);
      } else {
        raw::release_string(*reinterpret_cast<ContainerHeader*>(one), field.kind);
      }
    }
    container.size = 0;
  }

  std::string path_;
};

bool fill_place(const FieldPlace& place, std::string_view yaml, std::string& error) {
  try {
    require_one_document(yaml);  // YAML::Load() would read the first document and ignore the rest
    const YAML::Node node = YAML::Load(std::string(yaml));
    // The caller may write to the message in which the place was found.
    Filler().fill(place.field, static_cast<std::byte*>(const_cast<void*>(place.address)), node);
    return true;
  } catch (const Refused& refused) {
    error = refused.text;
  } catch (const YAML::Exception& exception) {
    error = fmt::format("no YAML: {}", exception.what());
  }
  return false;
}

}  // namespace

bool set_field(const TypeSupport& type, void* message, std::string_view path, std::string_view yaml,
               std::string& error) {
  const auto place = find_field(type, message, path, error);
  return place && fill_place(*place, yaml, error);
}

bool from_yaml(const TypeSupport& type, void* message, std::string_view yaml, std::string& error) {
  return set_field(type, message, {}, yaml, error);
}

}  // namespace baton::msg
