// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace baton::client {

/// What is wrong with one argument, and the cure. Thrown within arguments/ only: Arguments turns it
/// into exceptions::RCLInvalidROSArgsError, which names the argument too.
class ArgumentFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace baton::client
