// SPDX-License-Identifier: Apache-2.0
//
// A message type made at run time from its description, for tools that were compiled without it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <baton/msg/type_support.hpp>
#include <baton/visibility.hpp>

namespace baton::msg {

/// A type and all that it contains, with the layout, the hashes and, through operations.hpp, the
/// behaviour of the compiled type; only default values are unknown. Immutable, any thread. Pointers
/// into it live as long as it does.
class BATON_PUBLIC ReflectedType {
 public:
  /// Makes a type from a description in the form of TypeSupport::description and of ROS 2's
  /// get_type_description. The description may be a stranger's: this always ends. A description
  /// that no ROS type has is refused with nullptr and a sentence in `error`.
  static std::shared_ptr<const ReflectedType> parse(std::string_view description,
                                                    std::string& error);
  /// Like parse() above. Also refuses a description that does not have this hash.
  static std::shared_ptr<const ReflectedType> parse(std::string_view description,
                                                    const TypeHash& expected, std::string& error);

  ~ReflectedType();
  ReflectedType(const ReflectedType&) = delete;
  ReflectedType& operator=(const ReflectedType&) = delete;

  const TypeSupport& type() const noexcept;
  /// The type itself, or a type that it contains; nullptr: there is none of that name.
  const TypeSupport* find(std::string_view type_name) const noexcept;

 private:
  struct State;
  explicit ReflectedType(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace baton::msg
