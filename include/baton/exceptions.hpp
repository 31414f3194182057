// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace baton::exceptions {

/// Something could not be set up or handed over. what() says why and, where there is one, the cure.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A topic name that ROS forbids.
class InvalidTopicNameError : public Error {
 public:
  using Error::Error;
};

}  // namespace baton::exceptions
