// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <baton/node_options.hpp>
#include <baton/parameter.hpp>

namespace baton::components {

/// What a request to load may say besides parameters and remaps: options of the node, by their
/// names. Throws ComponentManagerException for one that is not known, or is no boolean.
void apply_extra_arguments(const std::vector<Parameter>& arguments, NodeOptions& options);

}  // namespace baton::components
