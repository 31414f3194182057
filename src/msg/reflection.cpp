// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/reflection.hpp>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <baton/msg/type_hash.hpp>

#include "base/hash.hpp"
#include "base/platform.hpp"
#include "msg/description.hpp"
#include "msg/field_traits.hpp"

namespace baton::msg {

namespace {

using base::Error;
using base::Result;

// Far above any type of ROS, far below what would exhaust stack or memory.
constexpr std::size_t deepest_nesting = 64;
constexpr std::uint64_t largest_message_bytes = std::uint64_t{1} << 30;
constexpr std::size_t most_types = 256;
constexpr std::size_t most_description_bytes = std::size_t{64} << 20;  // summed over all types

/// One type: its TypeSupport, and the memory that the TypeSupport refers to.
struct Node {
  std::string name;
  std::string description;
  std::deque<std::string> field_names;
  std::vector<Field> fields;
  TypeSupport type{};
};

template <class... Values>
Error refused(fmt::format_string<Values...> form, Values&&... values) {
  return {0, "type description: " + fmt::format(form, std::forward<Values>(values)...)};
}

}  // namespace

struct ReflectedType::State {
  std::map<std::string, Node, std::less<>> nodes;
  const Node* root = nullptr;
};

namespace {

/// Makes the types of one description, nested ones first.
class Builder {
 public:
  Builder(const Description& description, std::map<std::string, Node, std::less<>>& nodes)
      : description_(description), nodes_(nodes) {}

  Result<const Node*> build(const DescribedType& described, std::size_t depth = 0) {
    if (const auto known = nodes_.find(described.name); known != nodes_.end()) {
      return &known->second;
    }
    if (depth > deepest_nesting) {
      return refused("{} is nested more than {} deep", described.name, deepest_nesting);
    }
    if (!under_way_.insert(described.name).second) {
      return refused("{} contains itself", described.name);
    }
    // Added to the map only when complete: a caller that finds a node there uses it at once.
    Node node;
    node.name = described.name;
    for (const DescribedField& one : described.fields) {
      auto field = make_field(one, described, depth);
      if (!field) return std::move(field).error();
      field->name = node.field_names.emplace_back(one.name);
      node.fields.push_back(*field);
    }
    if (auto laid = lay_out(node); !laid) return std::move(laid).error();
    under_way_.erase(described.name);
    describe(node, described);
    if (description_bytes_ > most_description_bytes) return refused("too large in all");
    return &publish(std::move(node));
  }

 private:
  Result<Field> make_field(const DescribedField& one, const DescribedType& described,
                           std::size_t depth) {
    Field field{};
    field.kind = one.kind;
    field.shape = one.shape;
    field.count = one.count;
    field.string_bound = one.string_bound;
    if (one.kind != Kind::message) return field;
    const DescribedType* nested = described_as(one.nested);
    if (nested == nullptr) {
      return refused("{}, of field \"{}\" of {}, is not described", one.nested, one.name,
                     described.name);
    }
    auto built = build(*nested, depth + 1);
    if (!built) return std::move(built).error();
    field.nested = &(*built)->type;
    return field;
  }

  const DescribedType* described_as(const std::string& name) const {
    if (name == description_.type.name) return &description_.type;
    const auto found = description_.referenced.find(name);
    return found == description_.referenced.end() ? nullptr : &found->second;
  }

  /// Computes offsets and all that follows from them, in layout L1, which the generator and the C++
  /// compiler use.
  base::Status lay_out(Node& node) {
    TypeSupport& type = node.type;
    std::uint64_t end = 0;
    std::uint64_t least_bytes = 0;
    type.alignment = 1;
    type.plain = true;
    type.any_bytes = true;
    type.dense = !node.fields.empty();
    for (Field& field : node.fields) {
      const bool sequence = is_sequence(field);
      const std::uint64_t count = field.shape == Shape::array ? field.count : 1;
      const std::uint64_t size = sequence ? sizeof(ContainerHeader) : count * element_bytes(field);
      const std::size_t alignment = sequence ? alignof(ContainerHeader) : element_alignment(field);
      const std::uint64_t offset = base::round_up(end, alignment);
      type.plain = type.plain && !sequence && is_plain(field);
      type.any_bytes = type.any_bytes && !sequence && takes_any_bytes(field);
      type.dense = type.dense && type.any_bytes && offset == end && is_dense(field);
      type.alignment = std::max(type.alignment, static_cast<std::uint32_t>(alignment));
      least_bytes += sequence ? 4 : count * cdr_least_element_bytes(field);
      end = offset + size;
      if (end > largest_message_bytes) {
        return refused("{} is larger than {} bytes", node.name, largest_message_bytes);
      }
      field.offset_bytes = static_cast<std::uint32_t>(offset);
    }
    const std::uint64_t size = base::round_up(end, type.alignment);
    type.size_bytes = static_cast<std::uint32_t>(std::max<std::uint64_t>(size, 1));
    type.dense = type.dense && type.size_bytes == end;
    type.cdr_least_bytes = static_cast<std::uint32_t>(std::max<std::uint64_t>(least_bytes, 1));
    type.layout_hash = layout_hash(node);
    return {};
  }

  static bool is_dense(const Field& field) {
    if (field.kind == Kind::message) return field.nested->dense;
    return field.kind != Kind::wide_character;
  }

  static std::uint64_t layout_hash(const Node& node) {
    std::string text = fmt::format("L1 {},{};", node.type.size_bytes, node.type.alignment);
    for (const Field& field : node.fields) {
      const auto out = std::back_inserter(text);
      fmt::format_to(out, "{},{},{},{}", field.offset_bytes, static_cast<int>(field.kind),
                     static_cast<int>(field.shape), field.shape == Shape::array ? field.count : 0);
      if (field.nested != nullptr) fmt::format_to(out, ",{:016x}", field.nested->layout_hash);
      text += ';';
    }
    return base::fnv1a_64(text);
  }

  /// Sets the description, with all types that it contains, and so the hash. Also for a type that
  /// came as a part of another one.
  void describe(Node& node, const DescribedType& described) {
    std::map<std::string_view, const DescribedType*> contained;
    collect(described, contained);
    std::vector<const DescribedType*> sorted;
    for (const auto& [name, type] : contained) sorted.push_back(type);
    node.description = write_description(described, sorted);
    description_bytes_ += node.description.size();
    node.type.hash = hash_of_description(node.description);
  }

  void collect(const DescribedType& described,
               std::map<std::string_view, const DescribedType*>& into) const {
    for (const DescribedField& field : described.fields) {
      if (field.kind != Kind::message) continue;
      const DescribedType* nested = described_as(field.nested);
      if (into.emplace(nested->name, nested).second) collect(*nested, into);
    }
  }

  const Node& publish(Node&& made) {
    Node& node = nodes_.emplace(made.name, std::move(made)).first->second;
    // Set the views again: moving a string may have moved its characters.
    for (std::size_t i = 0; i < node.fields.size(); ++i) node.fields[i].name = node.field_names[i];
    node.type.type_name = node.name;
    node.type.fields = node.fields;
    node.type.description = node.description;
    return node;
  }

  const Description& description_;
  std::map<std::string, Node, std::less<>>& nodes_;
  std::set<std::string_view> under_way_;
  std::size_t description_bytes_ = 0;
};

}  // namespace

std::shared_ptr<const ReflectedType> ReflectedType::parse(std::string_view text,
                                                          std::string& error) {
  auto description = read_description(text);
  if (!description) {
    error = std::move(description).error().text;
    return nullptr;
  }
  if (description->referenced.size() >= most_types) {
    error = fmt::format("type description: {} types, and at most {} are read",
                        description->referenced.size() + 1, most_types);
    return nullptr;
  }
  auto state = std::make_unique<State>();
  const auto root = Builder(*description, state->nodes).build(description->type);
  if (!root) {
    error = root.error().text;
    return nullptr;
  }
  state->root = *root;
  return std::shared_ptr<const ReflectedType>(new ReflectedType(std::move(state)));
}

std::shared_ptr<const ReflectedType> ReflectedType::parse(std::string_view text,
                                                          const TypeHash& expected,
                                                          std::string& error) {
  auto type = parse(text, error);
  if (type == nullptr || type->type().hash == expected) return type;
  error = fmt::format("type description: it is that of {} with hash {}, not of a type with {}",
                      type->type().type_name, to_string(type->type().hash), to_string(expected));
  return nullptr;
}

ReflectedType::ReflectedType(std::unique_ptr<State> state) : state_(std::move(state)) {}
ReflectedType::~ReflectedType() = default;

const TypeSupport& ReflectedType::type() const noexcept { return state_->root->type; }

const TypeSupport* ReflectedType::find(std::string_view type_name) const noexcept {
  const auto found = state_->nodes.find(type_name);
  return found == state_->nodes.end() ? nullptr : &found->second.type;
}

}  // namespace baton::msg
