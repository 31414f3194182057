// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fastdds_api/names.hpp"

namespace baton::dds::fastdds {

/// Fast DDS.
namespace api = baton::fastdds_api;

}  // namespace baton::dds::fastdds
