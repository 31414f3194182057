// SPDX-License-Identifier: Apache-2.0
// In the manner of PyYAML, which `ros2 topic echo` uses: elements of a sequence are not indented,
// strings have quotes only where they need them, floating numbers are the shortest that read the
// same.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <baton/msg/difference.hpp>
#include <baton/msg/yaml.hpp>

#include "msg/field_traits.hpp"
#include "msg/unicode.hpp"

namespace baton::msg {

namespace {

/// The member of structures that are empty in ROS, because C++ and CDR need one.
constexpr std::string_view placeholder = "structure_needs_at_least_one_member";

const ContainerHeader& container_at(const void* address) noexcept {
  return *static_cast<const ContainerHeader*>(address);
}

bool is_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/';
}

/// Whether YAML would read the text as something else than this string.
bool is_reserved(std::string_view text) {
  static constexpr std::string_view words[] = {"y",     "n",  "yes", "no",  "true",
                                               "false", "on", "off", "null"};
  return std::any_of(std::begin(words), std::end(words), [text](std::string_view word) {
    return text.size() == word.size() &&
           std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) {
             return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
           });
  });
}

bool is_plain_scalar(std::string_view text) {
  if (text.empty() || !is_word(text.front()) || text.back() == ' ' || is_reserved(text)) {
    return false;
  }
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_word(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == ' ';
  });
}

std::string quoted(std::string_view text) {
  if (is_plain_scalar(text)) return std::string(text);
  const bool printable = is_utf8(text) && std::none_of(text.begin(), text.end(), [](char c) {
                           return static_cast<unsigned char>(c) < ' ' || c == 127;
                         });
  std::string out;
  if (printable) {
    out = "'";
    for (const char c : text) out.append(c == '\'' ? 2 : 1, c);
    return out + "'";
  }
  out = "\"";
  const bool utf8 = is_utf8(text);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < ' ' || byte == 127 || (byte > 127 && !utf8)) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

template <class T>
std::string number_text(T value) {
  if constexpr (!std::is_floating_point_v<T>) {
    return fmt::format("{}", value);
  } else {
    if (std::isnan(value)) return ".nan";
    if (std::isinf(value)) return value < 0 ? "-.inf" : ".inf";
    std::string text = fmt::format("{}", value);
    // Without the point YAML 1.1 reads 1e+20 as a string, and 1 as an integer.
    const std::size_t exponent = text.find('e');
    if (text.find('.') == std::string::npos) {
      text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
    }
    return text;
  }
}

class Printer {
 public:
  explicit Printer(const YamlStyle& style) : style_(style) {}

  std::string take() { return std::move(text_); }

  void block(const FieldPlace& place) {
    const std::size_t indent = style_.indentation;
    if (has_lines(place)) {
      is_message(place) ? fields(place, indent, false) : items(place, indent);
    } else {
      text_.append(indent, ' ');
      flow(place);
      text_ += '\n';
    }
  }

  void flow(const FieldPlace& place) {
    if (place.field.shape != Shape::single) return flow_sequence(place);
    if (is_message(place)) return flow_message(place);
    text_ += scalar(place);
  }

 private:
  static bool is_message(const FieldPlace& place) {
    return place.field.kind == Kind::message && place.field.shape == Shape::single;
  }
  static FieldPlace member(const FieldPlace& message, const Field& field) {
    return {field, static_cast<const std::byte*>(message.address) + field.offset_bytes};
  }
  static bool is_empty(const TypeSupport& type) {
    return type.fields.empty() ||
           (type.fields.size() == 1 && type.fields.front().name == placeholder);
  }

  /// Whether the value takes lines of its own in block style.
  bool has_lines(const FieldPlace& place) const {
    if (is_message(place)) return !is_empty(*place.field.nested);
    return place.field.shape != Shape::single && element_count(place) != 0 &&
           !style_.without_sequences;
  }

  /// Appends "key: value" for each field. If `begun`, the first one continues the current line.
  void fields(const FieldPlace& message, std::size_t indent, bool begun) {
    for (const Field& field : message.field.nested->fields) {
      if (!begun) text_.append(indent, ' ');
      begun = false;
      text_ += field.name;
      const FieldPlace place = member(message, field);
      if (!has_lines(place)) {
        text_ += ": ";
        flow(place);
        text_ += '\n';
        continue;
      }
      text_ += ":\n";
      is_message(place) ? fields(place, indent + 2, false) : items(place, indent);
    }
  }

  void items(const FieldPlace& sequence, std::size_t indent) {
    const std::size_t count = element_count(sequence);
    const std::size_t shown = shown_of(count);
    for (std::size_t i = 0; i < shown; ++i) {
      text_.append(indent, ' ');
      text_ += "- ";
      const FieldPlace one = element(sequence, i);
      if (has_lines(one)) {
        fields(one, indent + 2, true);
      } else {
        flow(one);
        text_ += '\n';
      }
    }
    if (shown == count) return;
    text_.append(indent, ' ');
    text_ += "- '...'\n";
  }

  void flow_message(const FieldPlace& message) {
    text_ += '{';
    const TypeSupport& type = *message.field.nested;
    const char* comma = "";
    for (const Field& field : type.fields) {
      if (is_empty(type)) break;
      text_ += comma;
      text_ += field.name;
      text_ += ": ";
      flow(member(message, field));
      comma = ", ";
    }
    text_ += '}';
  }

  void flow_sequence(const FieldPlace& sequence) {
    const std::size_t count = element_count(sequence);
    if (style_.without_sequences && count != 0) {
      Field element_field = sequence.field;
      element_field.shape = Shape::single;
      text_ += fmt::format("'<{} type: {}, length: {}>'",
                           sequence.field.shape == Shape::array ? "array" : "sequence",
                           type_of_field(element_field), count);
      return;
    }
    text_ += '[';
    const std::size_t shown = shown_of(count);
    for (std::size_t i = 0; i < shown; ++i) {
      if (i != 0) text_ += ", ";
      flow(element(sequence, i));
    }
    if (shown != count) text_ += ", '...'";
    text_ += ']';
  }

  std::size_t shown_of(std::size_t count) const {
    return style_.most_elements == 0 ? count : std::min(count, style_.most_elements);
  }

  std::string scalar(const FieldPlace& place) const {
    switch (place.field.kind) {
      case Kind::string:
        return string(*as_text(place));
      case Kind::wide_string: {
        const ContainerHeader& text = container_at(place.address);
        return string(to_utf8({reinterpret_cast<const char16_t*>(text.data()), text.size}));
      }
      case Kind::boolean:
        return *static_cast<const std::uint8_t*>(place.address) != 0 ? "true" : "false";
      case Kind::wide_character:
        return number_text(std::uint16_t{*static_cast<const char16_t*>(place.address)});
      default:
        return with_type(place.field.kind, [&]<class T>(std::type_identity<T>) -> std::string {
          if constexpr (std::is_same_v<T, char16_t> || std::is_same_v<T, bool>) {
            return {};
          } else {
            return number_text(*static_cast<const T*>(place.address));
          }
        });
    }
  }

  std::string string(std::string_view text) const {
    if (style_.without_strings && !text.empty()) {
      return fmt::format("'<string length: {}>'", text.size());
    }
    if (shown_of(text.size()) == text.size()) return quoted(text);
    std::size_t end = style_.most_elements;
    // Do not cut in the middle of a character.
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    return quoted(std::string(text.substr(0, end)) + "...");
  }

  const YamlStyle& style_;
  std::string text_;
};

}  // namespace

std::string to_yaml(const FieldPlace& place, const YamlStyle& style) {
  Printer printer(style);
  style.flow ? printer.flow(place) : printer.block(place);
  return printer.take();
}

std::string to_yaml(const TypeSupport& type, const void* message, const YamlStyle& style) {
  FieldPlace place;
  place.field.kind = Kind::message;
  place.field.shape = Shape::single;
  place.field.nested = &type;
  place.address = message;
  return to_yaml(place, style);
}

}  // namespace baton::msg
