// SPDX-License-Identifier: Apache-2.0
#include "msg/description.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <baton/msg/container_header.hpp>

namespace baton::msg {

namespace {

using base::Error;
using base::Result;
using nlohmann::json;

/// No description of ROS is longer than some tens of kilobytes.
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_name = 255;

// The numbers of type_description_interfaces/msg/FieldType: each shape adds 48 to the kind of an
// element.
constexpr std::uint32_t per_shape = 48;
constexpr Shape shapes[] = {Shape::single, Shape::array, Shape::bounded_sequence, Shape::sequence};
constexpr std::uint32_t bounded_string = 21;
constexpr std::uint32_t bounded_wide_string = 22;

template <class... Values>
Error refused(fmt::format_string<Values...> form, Values&&... values) {
  return {0, "type description: " + fmt::format(form, std::forward<Values>(values)...)};
}

/// A stranger's text, cut and made printable for an error text.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 64)) out += c >= ' ' && c < 127 ? c : '?';
  return text.size() > 64 ? out + "..." : out;
}

bool is_name(std::string_view text, std::string_view also) {
  if (text.empty() || text.size() > longest_name) return false;
  for (const char c : text) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || also.find(c) != std::string_view::npos;
    if (!word) return false;
  }
  return true;
}

const json* member(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

Result<std::string> text_member(const json& object, const char* key) {
  const json* found = member(object, key);
  if (found == nullptr || !found->is_string()) return refused("\"{}\" is no text", key);
  return found->get<std::string>();
}

Result<std::uint32_t> number_member(const json& object, const char* key) {
  const json* found = member(object, key);
  if (found == nullptr || !found->is_number_unsigned()) {
    return refused("\"{}\" is no whole number from 0", key);
  }
  const auto value = found->get<std::uint64_t>();
  if (value > ContainerHeader::most_elements) return refused("\"{}\" is {}: too large", key, value);
  return static_cast<std::uint32_t>(value);
}

/// Sets kind, shape and bounds.
base::Status read_type_id(std::uint32_t type_id, DescribedField& field) {
  if (type_id / per_shape >= std::size(shapes)) return refused("unknown type_id {}", type_id);
  field.shape = shapes[type_id / per_shape];
  std::uint32_t kind = type_id % per_shape;
  const bool bounded = kind == bounded_string || kind == bounded_wide_string;
  if (bounded) {
    kind = static_cast<std::uint32_t>(kind == bounded_string ? Kind::string : Kind::wide_string);
  }
  // 12 is long double, a kind that no ROS type has.
  if (kind == 0 || kind == 12 || kind > static_cast<std::uint32_t>(Kind::wide_string)) {
    return refused("unknown type_id {}", type_id);
  }
  field.kind = static_cast<Kind>(kind);
  if (bounded != (field.string_bound != 0)) {
    return refused("type_id {} with string_capacity {}", type_id, field.string_bound);
  }
  const bool counted = field.shape == Shape::array || field.shape == Shape::bounded_sequence;
  if (counted != (field.count != 0)) {
    return refused("type_id {} with capacity {}", type_id, field.count);
  }
  if ((field.kind == Kind::message) != !field.nested.empty()) {
    return refused("type_id {} with nested_type_name \"{}\"", type_id, field.nested);
  }
  return {};
}

Result<DescribedField> read_field(const json& object) {
  DescribedField field;
  auto name = text_member(object, "name");
  if (!name) return std::move(name).error();
  field.name = *std::move(name);
  if (!is_name(field.name, "")) return refused("\"{}\" is no name of a field", shown(field.name));
  const json* type = member(object, "type");
  if (type == nullptr) return refused("field \"{}\" has no type", field.name);

  auto nested = text_member(*type, "nested_type_name");
  const auto type_id = number_member(*type, "type_id");
  const auto count = number_member(*type, "capacity");
  const auto string_bound = number_member(*type, "string_capacity");
  for (const Error* error :
       {nested ? nullptr : &nested.error(), type_id ? nullptr : &type_id.error(),
        count ? nullptr : &count.error(), string_bound ? nullptr : &string_bound.error()}) {
    if (error == nullptr) continue;
    return Error{0, fmt::format("{}, in field \"{}\"", error->text, field.name)};
  }
  field.nested = *std::move(nested);
  if (!field.nested.empty() && !is_name(field.nested, "/")) {
    return refused("\"{}\" is no name of a type", shown(field.nested));
  }
  field.count = *count;
  field.string_bound = *string_bound;
  if (auto done = read_type_id(*type_id, field); !done) {
    return Error{0, fmt::format("{}, in field \"{}\"", done.error().text, field.name)};
  }
  return field;
}

Result<DescribedType> read_type(const json& object) {
  DescribedType type;
  auto name = text_member(object, "type_name");
  if (!name) return std::move(name).error();
  type.name = *std::move(name);
  if (!is_name(type.name, "/")) return refused("\"{}\" is no name of a type", shown(type.name));
  const json* fields = member(object, "fields");
  if (fields == nullptr || !fields->is_array()) return refused("{} has no fields", type.name);
  std::set<std::string_view> names;
  type.fields.reserve(fields->size());
  for (const json& one : *fields) {
    auto field = read_field(one);
    if (!field) return Error{0, fmt::format("{}, of {}", field.error().text, type.name)};
    type.fields.push_back(*std::move(field));
    if (!names.insert(type.fields.back().name).second) {
      return refused("{} has two fields \"{}\"", type.name, type.fields.back().name);
    }
  }
  return type;
}

void write_type(std::string& text, const DescribedType& type) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, R"({{"type_name": "{}", "fields": [)", type.name);
  const char* comma = "";
  for (const DescribedField& field : type.fields) {
    auto type_id = static_cast<std::uint32_t>(field.kind);
    if (field.string_bound != 0) {
      type_id = field.kind == Kind::string ? bounded_string : bounded_wide_string;
    }
    type_id += per_shape * static_cast<std::uint32_t>(field.shape);
    fmt::format_to(out,
                   R"({}{{"name": "{}", "type": {{"type_id": {}, "capacity": {}, )"
                   R"("string_capacity": {}, "nested_type_name": "{}"}}}})",
                   comma, field.name, type_id, field.count, field.string_bound, field.nested);
    comma = ", ";
  }
  text += "]}";
}

}  // namespace

static_assert(static_cast<int>(Shape::array) == 1 && static_cast<int>(Shape::sequence) == 3);

Result<Description> read_description(std::string_view text) {
  if (text.size() > most_bytes) {
    return refused("{} bytes, and at most {} are read", text.size(), most_bytes);
  }
  const json all = json::parse(text, nullptr, /*allow_exceptions=*/false);
  const json* root = member(all, "type_description");
  const json* others = member(all, "referenced_type_descriptions");
  if (root == nullptr || others == nullptr || !others->is_array()) {
    return refused("no JSON object with type_description and referenced_type_descriptions");
  }
  Description description;
  auto type = read_type(*root);
  if (!type) return std::move(type).error();
  description.type = *std::move(type);
  for (const json& one : *others) {
    auto other = read_type(one);
    if (!other) return std::move(other).error();
    std::string name = other->name;
    if (name == description.type.name ||
        !description.referenced.emplace(name, *std::move(other)).second) {
      return refused("{} is described twice", name);
    }
  }
  return description;
}

std::string write_description(const DescribedType& type,
                              const std::vector<const DescribedType*>& referenced) {
  std::string text = R"({"type_description": )";
  write_type(text, type);
  text += R"(, "referenced_type_descriptions": [)";
  const char* comma = "";
  for (const DescribedType* one : referenced) {
    text += comma;
    write_type(text, *one);
    comma = ", ";
  }
  text += "]}";
  return text;
}

}  // namespace baton::msg
