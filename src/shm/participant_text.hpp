// SPDX-License-Identifier: Apache-2.0
// What a registry file says of a participant: lines of JSON, the process first, then one line for
// each endpoint. A file is written again with every endpoint that comes or goes, and read by every
// other participant, which parses the new lines only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "match/endpoint_facts.hpp"

namespace baton::shm {

struct ParticipantInfo {
  std::string id;             // 16 hexadecimal digits, never reused
  std::uint32_t version = 0;  // layout_version
  std::int64_t pid = 0;       // as its own PID namespace numbers it; for people only
  std::uint32_t uid = 0;
  std::string name;
  std::vector<std::string> nodes;  // fully qualified; a name may be there twice
  std::vector<match::EndpointFacts> publishers;
  std::vector<match::EndpointFacts> subscriptions;
};

std::string participant_text(const ParticipantInfo& info);

/// Like participant_text() above, but with the endpoints as lines, in place of those of `info`. A
/// process with thousands of endpoints makes each line once.
using Lines = std::vector<const std::string*>;
std::string participant_text(const ParticipantInfo& info, const Lines& endpoints);
std::string publisher_line(const match::EndpointFacts& endpoint);
std::string subscription_line(const match::EndpointFacts& endpoint);

/// Reads one participant's text, version after version. Errors say what is wrong with the text.
class ParticipantReader {
 public:
  ParticipantReader() = default;
  /// info() gets this `id` and `uid`, whatever the text says.
  ParticipantReader(std::string id, std::uint32_t uid);

  /// Reads into info(). Of a participant with another `layout_version` only the identity is read.
  /// On error info() does not change.
  base::Status read(std::string_view text);
  const ParticipantInfo& info() const { return info_; }
  /// Reads only the process, not the endpoints. Leaves info() alone.
  base::Result<ParticipantInfo> read_process(std::string_view text) const;

 private:
  struct Place {
    bool is_publisher;
    std::size_t index;
  };
  /// Throws nlohmann::json::exception.
  ParticipantInfo process_of(std::string_view line) const;

  ParticipantInfo info_;
  // The lines of the last text. A line that is the same again need not be parsed.
  std::string process_line_;
  // The place of an endpoint in info_, by its line.
  std::map<std::string, Place, std::less<>> known_;
};

}  // namespace baton::shm
