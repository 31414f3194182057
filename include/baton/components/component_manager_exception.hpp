// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace baton::components {

/// What a container cannot do, and what cures it; the answer of its services says the same.
class ComponentManagerException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace baton::components
