// SPDX-License-Identifier: Apache-2.0
// Reads anything that a participant may send or announce: nothing crashes, and what is accepted
// reads the same after it was written again. Other fuzzers, beside this one and in src/msg, take
// the bytes of messages.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "dds/announcement.hpp"
#include "dds/names.hpp"
#include "dds/node_list.hpp"
#include "dds/peer.hpp"
#include "dds/received_message.hpp"
#include "dds/type_library.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void read_announcements(std::string_view text) {
  using namespace baton::dds;
  const EndpointAnnouncement endpoint = parse_endpoint(text);
  if (endpoint.is_baton) require(parse_endpoint(to_user_data(endpoint)) == endpoint);
  const ParticipantAnnouncement participant = parse_participant(text);
  if (!participant.id.empty()) require(parse_participant(to_user_data(participant)) == participant);
  require(from_dds_type(text).type_name.size() <= text.size());
  require(from_dds_topic(text).topic.size() <= text.size());
  SeenEndpoint seen;
  seen.endpoint.topic = seen.endpoint.type = seen.endpoint.user_data = text;
  const DdsEndpoint facts = dds_endpoint(seen);
  require(compare(facts, facts).refusal == baton::match::Refusal::none);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace baton::dds;
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto list = decode_node_list(bytes)) {
    const auto again = decode_node_list(encode_node_list(*list));
    // Names are put together and taken apart again: "//x" has become "/x".
    require(again && again->nodes.size() == list->nodes.size() && list->nodes.size() <= size);
    require(again->participant == list->participant && again->bytes_of_gid == list->bytes_of_gid);
  }
  if (const auto description = decode_description(bytes)) {
    require(description->size() <= size);
    require(decode_description(encode_description(*description)) == description);
  }
  read_announcements(text);
  (void)ReceivedMessage::decode(nullptr, bytes);
  return 0;
}
