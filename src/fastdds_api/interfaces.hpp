// SPDX-License-Identifier: Apache-2.0
// What Fast DDS knows of this machine's networks. From 3 on it looks once for a process, so that a
// participant that is made after a network has come would go without it. The function is exported,
// and declared by no header that is installed: see local_endpoint.hpp.
#pragma once

#if BATON_FASTDDS_MAJOR >= 3
namespace eprosima {

class SystemInfo {
 public:
  static bool update_interfaces();
};

}  // namespace eprosima
#endif

namespace baton::fastdds_api {

/// Call this before a participant is made. Any thread.
inline void look_for_interfaces() {
#if BATON_FASTDDS_MAJOR >= 3
  (void)eprosima::SystemInfo::update_interfaces();
#endif
}

}  // namespace baton::fastdds_api
