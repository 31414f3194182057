// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace baton::components {

/// Says what a container cannot do, and what cures it. The container's services answer with the
/// same text.
class ComponentManagerException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace baton::components
