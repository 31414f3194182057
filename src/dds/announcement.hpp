// SPDX-License-Identifier: Apache-2.0
// What participants and endpoints say of themselves beside what DDS says, in their USER_DATA: pairs
// "key=value;". ROS's keys are `enclave` and `typehash`; Baton's key is `baton`, whose value is a
// list with commas.
//
// USER_DATA is input: whatever it holds, reading ends with some values or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <baton/endpoint_event.hpp>

namespace baton::dds {

struct ParticipantAnnouncement {
  std::string id;  // id of the context, 16 hexadecimal digits; empty: no participant of Baton
  std::int64_t pid = 0;
  /// The places where shared memory can meet this participant, 16 hexadecimal digits each.
  std::vector<std::string> places{};

  bool operator==(const ParticipantAnnouncement&) const = default;
};

std::string to_user_data(const ParticipantAnnouncement& announcement,
                         std::string_view enclave = "/");
ParticipantAnnouncement parse_participant(std::string_view user_data);

struct EndpointAnnouncement {
  std::string type_hash;  // "RIHS01_..."; empty: not announced
  // Only endpoints of Baton announce what follows.
  bool is_baton = false;
  EndpointKind kind = EndpointKind::topic;
  bool keep_all = false;
  std::size_t depth = 0;
  bool ignores_own = false;
  std::string node;  // fully qualified; empty: made without a node

  bool operator==(const EndpointAnnouncement&) const = default;
};

std::string to_user_data(const EndpointAnnouncement& announcement);
EndpointAnnouncement parse_endpoint(std::string_view user_data);

}  // namespace baton::dds
