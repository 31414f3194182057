// SPDX-License-Identifier: Apache-2.0
// A message inside one process: where it lies, how many holders it has and how it ends.
//
// Owns the message, whatever memory that is. Counted: each queue, history and sample that refers to
// the message is one holder; the message ends with its last holder.
// Thread safety: counting and looking from any thread; what is set up before the first hand-over
// does not change afterwards.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include <baton/message_info.hpp>

namespace baton::transport {

/// What a publisher knows of its loans that travel inside the process. The loans may outlive the
/// publisher.
struct LoanLedger {
  // Figures; nothing is ordered by them.
  std::atomic<std::size_t> loans{0};
  std::atomic<std::size_t> bytes{0};
  std::atomic<std::size_t> taken{0};  // messages that subscriptions hold
};

class CountedMessage {
 public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  CountedMessage(const CountedMessage&) = delete;
  CountedMessage& operator=(const CountedMessage&) = delete;

  const std::byte* data() const { return data_; }
  std::size_t size_bytes() const { return size_bytes_; }

  /// Hands the message over to the caller, which is the only holder and releases this object soon.
  /// nullptr: the message cannot change hands.
  virtual void* give_away() noexcept { return nullptr; }

  /// Set by the publisher before a reader sees it.
  MessageInfo info;
  // Older than the match; not counted as lost when it makes room.
  std::int64_t expires_at_ns = never;
  bool is_retained = false;  // from before the match: it is no loss when it makes room

  /// Not null if the message lies in memory of which the publisher has little.
  const std::shared_ptr<LoanLedger>& ledger() const { return ledger_; }

 protected:
  CountedMessage(const void* data, std::size_t size_bytes, std::shared_ptr<LoanLedger> ledger)
      : data_(static_cast<const std::byte*>(data)),
        size_bytes_(size_bytes),
        ledger_(std::move(ledger)) {}
  /// Ends the message, unless it was given away. Called with no lock held.
  virtual ~CountedMessage() = default;
  void set_size(std::size_t size_bytes) { size_bytes_ = size_bytes; }

 private:
  friend class MessageRef;
  friend class DroppedMessages;

  const std::byte* const data_;
  std::size_t size_bytes_;
  const std::shared_ptr<LoanLedger> ledger_;
  std::atomic<std::uint32_t> holders_{1};
  std::atomic<std::uint32_t> takers_{0};  // how many of the holders are samples
  CountedMessage* next_dropped_ = nullptr;
};

/// One holder of a message. Can be moved; share() makes another holder.
class MessageRef {
 public:
  MessageRef() = default;
  /// The first holder of a new message, or the holder that release() has given up.
  explicit MessageRef(CountedMessage* message) : message_(message) {}
  MessageRef(MessageRef&& other) noexcept : message_(std::exchange(other.message_, nullptr)) {}
  MessageRef& operator=(MessageRef&& other) noexcept {
    std::swap(message_, other.message_);
    return *this;
  }
  ~MessageRef() {
    if (message_ != nullptr && let_go(*message_)) delete message_;
  }

  explicit operator bool() const { return message_ != nullptr; }
  CountedMessage* operator->() const { return message_; }
  CountedMessage& operator*() const { return *message_; }

  MessageRef share() const {
    // Relaxed: the sharing thread holds it.
    message_->holders_.fetch_add(1, std::memory_order_relaxed);
    return MessageRef(message_);
  }
  CountedMessage* release() { return std::exchange(message_, nullptr); }

  /// Once true this stays true, because only holders can make holders.
  bool is_only_holder() const {
    // [holder/last] last: what others read of the message comes before what is done with it
    return message_->holders_.load(std::memory_order_acquire) == 1;
  }

  /// This holder is a sample from now until end_take().
  void begin_take() const noexcept {
    // Relaxed, both: these are only figures.
    if (message_->ledger_ && message_->takers_.fetch_add(1, std::memory_order_relaxed) == 0) {
      message_->ledger_->taken.fetch_add(1, std::memory_order_relaxed);
    }
  }
  void end_take() const noexcept {
    if (message_->ledger_ && message_->takers_.fetch_sub(1, std::memory_order_relaxed) == 1) {
      message_->ledger_->taken.fetch_sub(1, std::memory_order_relaxed);
    }
  }

 private:
  friend class DroppedMessages;
  /// True if this was the last holder.
  static bool let_go(CountedMessage& message) noexcept {
    // [holder/last] holder: acquire for the one that finds itself the last
    return message.holders_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  CountedMessage* message_ = nullptr;
};

/// Collects messages that are released under a lock, and ends them without it: declare this before
/// the lock's guard.
class DroppedMessages {
 public:
  DroppedMessages() = default;
  DroppedMessages(const DroppedMessages&) = delete;
  DroppedMessages& operator=(const DroppedMessages&) = delete;
  ~DroppedMessages() {
    while (first_ != nullptr) delete std::exchange(first_, first_->next_dropped_);
  }

  void add(MessageRef ref) noexcept {
    CountedMessage* const message = ref.release();
    if (message == nullptr || !MessageRef::let_go(*message)) return;
    message->next_dropped_ = std::exchange(first_, message);
  }

 private:
  CountedMessage* first_ = nullptr;
};

}  // namespace baton::transport
