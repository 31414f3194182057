// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <baton/visibility.hpp>

namespace baton::action::exceptions {

/// A goal handle of another client, or of a goal whose result the client has already.
class BATON_PUBLIC UnknownGoalHandleError : public std::invalid_argument {
 public:
  UnknownGoalHandleError() : std::invalid_argument("Goal handle is not known to this client.") {}
};

/// No result will come to this goal handle: none was asked for, or its client is gone.
class BATON_PUBLIC UnawareGoalHandleError : public std::runtime_error {
 public:
  explicit UnawareGoalHandleError(
      const std::string& message = "Goal handle is not tracking the goal result.")
      : std::runtime_error(message) {}
};

}  // namespace baton::action::exceptions
