// SPDX-License-Identifier: Apache-2.0
#include <baton/components/component_abi.hpp>

const int baton_component_abi_1 = 1;
