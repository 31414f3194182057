// SPDX-License-Identifier: Apache-2.0
// Whatever a participant sends or announces: nothing crashes, and what is accepted is read again as it
// is written.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "dds/announcement.hpp"
#include "dds/names.hpp"
#include "dds/node_list.hpp"
#include "dds/received_message.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace baton::dds;
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto list = decode_node_list(bytes)) {
    require(list->nodes.size() <= size && decode_node_list(encode_node_list(*list)).has_value());
  }
  const EndpointAnnouncement endpoint = parse_endpoint(text);
  if (endpoint.is_baton) require(parse_endpoint(to_user_data(endpoint)) == endpoint);
  const ParticipantAnnouncement participant = parse_participant(text);
  if (!participant.id.empty()) require(parse_participant(to_user_data(participant)) == participant);
  require(from_dds_type(text).type_name.size() <= size);
  require(from_dds_topic(text).topic.size() <= size);
  (void)ReceivedMessage::decode(nullptr, bytes);
  return 0;
}
