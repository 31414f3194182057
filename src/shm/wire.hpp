// SPDX-License-Identifier: Apache-2.0
// The messages of the handshake, one SEQPACKET each. The connection goes from the subscription's
// participant to the publisher's; descriptors travel beside the text (SCM_RIGHTS).
//
//   subscription's side                       publisher's side
//   INTRO   participant       + Rec    ->
//   BELL    executor          + eventfd ->                     installed, then rung once; without
//                                             an eventfd: WAKE
//   HELLO   endpoint, record           ->     checked, record added to the scan list
//                                      <-     LOG            + Log     once, before the first
//                                             WELCOME of a publisher that is noted in it
//                                      <-     WELCOME start  + Pub     or REJECT code, text
//   BYE                                <->    BYE
//                                      <-     WAKE executor   (instead of an eventfd: to another
//                                             uid, and if there was no descriptor left for it)
//                                      <-     GREW size       the pool: map its pages ahead of use
//   DESCRIBE type                      ->
//                                      <-     DESCRIPTION part   as often as it takes
//   DESCRIPTION part                   ->     of the type of the next HELLO, if the registry shows
//                                             another: the refusal then names the field
//
// JSON, because nothing here is hot: it can be read in strace, extended without breaking the other
// side, and a hostile text meets a hardened parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "match/endpoint_facts.hpp"
#include "match/verdict.hpp"
#include "shm/layout.hpp"

namespace baton::shm::wire {

/// Larger packets are refused.
inline constexpr std::size_t max_packet_bytes = 16 * 1024;

struct Intro {
  std::string participant;
  std::uint32_t version = 0;  // layout_version of the sender
};
struct BellOffer {
  std::uint32_t executor = 0;
};
struct Hello {
  std::uint64_t publisher = 0;  // id of the endpoint that is asked
  std::uint32_t record = 0;     // index in the sender's Rec
  match::EndpointFacts subscription;
  std::uint64_t generation = 0;  // generation of the record
};
struct Welcome {
  std::uint64_t publisher = 0;
  std::uint64_t subscription = 0;
  std::uint64_t start = 0;                 // messages behind this sequence are read
  bool cdr = false;                        // messages are CDR, because the memory layouts differ
  std::uint32_t log_place = no_log_place;  // of the publisher, in the log that was sent
};
/// The log in which the sender notes what its publishers publish comes with it.
struct LogOffer {
  std::uint32_t entries = 0;
};
struct Reject {
  std::uint64_t publisher = 0;
  std::uint64_t subscription = 0;
  match::Refusal refusal = match::Refusal::none;
  std::string text{};
  std::string policy{};  // as in Verdict
};
struct Bye {
  std::uint64_t publisher = 0;
  std::uint64_t subscription = 0;
};
struct Wake {
  std::uint32_t executor = 0;
};

struct Grew {
  std::uint64_t publisher = 0;
  std::uint64_t subscription = 0;
  std::uint64_t end_bytes = 0;  // the end of what is committed, from the start of the segment
};

/// Asks for the description of a generated type that the other side uses.
struct Describe {
  std::uint64_t request = 0;  // comes back in the answer; from 1
  std::string type_name;
  std::string type_hash;  // "RIHS01_..."
};
/// A part of a description, see description_parts.hpp.
struct Description {
  std::uint64_t request = 0;  // 0: not asked for, see HELLO
  std::uint32_t part = 0;     // from 0
  std::uint32_t parts = 0;    // 0: the type is unknown, or its description too long to be sent
  std::string text;
};

using Message = std::variant<Intro, BellOffer, Hello, Welcome, Reject, Bye, Wake, Grew, Describe,
                             Description, LogOffer>;

std::vector<std::byte> encode(const Message& message);

/// Refuses a packet that is no message, lacks a field, or has a field of another type. The error
/// names it.
base::Result<Message> decode(std::span<const std::byte> packet);

}  // namespace baton::shm::wire
