// SPDX-License-Identifier: Apache-2.0
// What options and environment say about DDS Security.
#pragma once

#include <optional>
#include <string>

#include <baton/context.hpp>

#include "dds/wire.hpp"

namespace baton::client {

struct SecurityChoice {
  std::string enclave = "/";
  std::optional<dds::WireSecurity> files;  // empty: not secured
  std::string warning;                     // why it is not, although it was asked for
};

/// From the options, ROS_SECURITY_ENABLE, ROS_SECURITY_KEYSTORE, ROS_SECURITY_STRATEGY and
/// ROS_SECURITY_ENCLAVE_OVERRIDE. `enclave` is that of the arguments. Throws exceptions::Error when
/// something is missing that has to be there.
SecurityChoice security_choice(const ContextOptions& options,
                               const std::optional<std::string>& enclave);

}  // namespace baton::client
