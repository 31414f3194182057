// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "communicators/fast_dds/participant.hpp"

namespace perf {

class FastDdsPublication final : public Publication, private fdds::DataWriterListener {
 public:
  FastDdsPublication(std::shared_ptr<FastDdsParticipant> participant, Direction direction,
                     unsigned index);
  ~FastDdsPublication() override;

  std::optional<Frame> acquire() override;
  bool publish() override;
  std::vector<MatchedPeer> matches() const override { return participant_->describe(matches_); }
  EndpointCounters counters() const override { return {0, 0, refusal_}; }

 private:
  void on_publication_matched(fdds::DataWriter*,
                              const fdds::PublicationMatchedStatus& status) override;

  const std::shared_ptr<FastDdsParticipant> participant_;
  FastDdsMatches matches_;
  fdds::DataWriter* const writer_;
  std::vector<std::byte> message_;  // used when there are no loans
  void* loan_ = nullptr;
  std::string refusal_;
};

}  // namespace perf
