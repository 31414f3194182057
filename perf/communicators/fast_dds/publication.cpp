// SPDX-License-Identifier: Apache-2.0
#include "communicators/fast_dds/publication.hpp"

#include <utility>

namespace perf {

FastDdsPublication::FastDdsPublication(std::shared_ptr<FastDdsParticipant> participant,
                                       Direction direction, unsigned index)
    : participant_(std::move(participant)),
      writer_(participant_->create_writer(participant_->plan().topic(direction, index), *this)),
      message_(participant_->plan().loans ? 0 : participant_->plan().type.size_bytes) {}

FastDdsPublication::~FastDdsPublication() {
  if (loan_ != nullptr) writer_->discard_loan(loan_);
  participant_->destroy(writer_);
}

std::optional<Frame> FastDdsPublication::acquire() {
  const MessageType& type = participant_->plan().type;
  if (!participant_->plan().loans) return type.frame_in(message_.data());
  // The loan of a publication that failed is used again.
  if (loan_ == nullptr && !fdds::is_ok(writer_->loan_sample(loan_))) loan_ = nullptr;
  if (loan_ == nullptr) {
    refusal_ = "Fast DDS lent nothing: every sample of its pool is in use";
    return std::nullopt;
  }
  return type.frame_in(static_cast<std::byte*>(loan_));
}

bool FastDdsPublication::publish() {
  if (!fdds::is_ok(writer_->write(loan_ != nullptr ? loan_ : message_.data()))) {
    refusal_ = "Fast DDS did not take the message";
    return false;
  }
  loan_ = nullptr;
  return true;
}

void FastDdsPublication::on_publication_matched(fdds::DataWriter*,
                                                const fdds::PublicationMatchedStatus& status) {
  matches_.note(status.last_subscription_handle, status.current_count_change > 0);
}

}  // namespace perf
