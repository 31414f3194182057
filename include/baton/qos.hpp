// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>

namespace baton {

enum class ReliabilityPolicy { BestEffort, Reliable };
enum class DurabilityPolicy { Volatile, TransientLocal };
enum class HistoryPolicy { KeepLast, KeepAll };

/// Keep the newest `depth` messages that a subscription has not yet taken.
struct KeepLast {
  explicit KeepLast(std::size_t newest) : depth(newest) {}
  std::size_t depth;
};

/// Keep every message until it is taken. With a reliable publisher and a reliable subscription that
/// both keep all, the publisher waits for the slowest such subscription, `max_blocking_time` at most.
struct KeepAll {};

/// Quality of service, as in rclcpp: default is reliable, volatile, keep last.
///
/// A depth of more than 2048 is served as 2048. A value type; not thread-safe.
class QoS {
 public:
  /// Keep last `depth`. Implicit, so that `create_publisher<M>(context, "topic", 10)` reads as in
  /// rclcpp. Throws std::invalid_argument for depth 0.
  QoS(std::size_t depth) { keep_last(depth); }  // NOLINT(google-explicit-constructor)
  QoS(KeepLast history) { keep_last(history.depth); }  // NOLINT(google-explicit-constructor)
  QoS(KeepAll) { keep_all(); }                         // NOLINT(google-explicit-constructor)

  QoS& keep_last(std::size_t depth) {
    if (depth == 0) throw std::invalid_argument("QoS: keep_last needs a depth of at least 1");
    history_ = HistoryPolicy::KeepLast;
    depth_ = depth;
    return *this;
  }
  QoS& keep_all() {
    history_ = HistoryPolicy::KeepAll;
    depth_ = 0;
    return *this;
  }
  QoS& reliable() { return reliability(ReliabilityPolicy::Reliable); }
  QoS& best_effort() { return reliability(ReliabilityPolicy::BestEffort); }
  QoS& reliability(ReliabilityPolicy policy) {
    reliability_ = policy;
    return *this;
  }
  QoS& transient_local() { return durability(DurabilityPolicy::TransientLocal); }
  QoS& durability_volatile() { return durability(DurabilityPolicy::Volatile); }
  QoS& durability(DurabilityPolicy policy) {
    durability_ = policy;
    return *this;
  }
  /// How long publish() and loan() may wait for a subscription that keeps all (default 100 ms).
  QoS& max_blocking_time(std::chrono::nanoseconds time) {
    if (time.count() < 0) throw std::invalid_argument("QoS: max_blocking_time is negative");
    max_blocking_time_ = time;
    return *this;
  }

  HistoryPolicy history() const { return history_; }
  std::size_t depth() const { return depth_; }
  ReliabilityPolicy reliability() const { return reliability_; }
  DurabilityPolicy durability() const { return durability_; }
  std::chrono::nanoseconds max_blocking_time() const { return max_blocking_time_; }

  bool operator==(const QoS&) const = default;

 private:
  HistoryPolicy history_ = HistoryPolicy::KeepLast;
  std::size_t depth_ = 10;
  ReliabilityPolicy reliability_ = ReliabilityPolicy::Reliable;
  DurabilityPolicy durability_ = DurabilityPolicy::Volatile;
  std::chrono::nanoseconds max_blocking_time_ = std::chrono::milliseconds(100);
};

/// For sensors: newest 5, best effort.
class SensorDataQoS : public QoS {
 public:
  SensorDataQoS() : QoS(5) { best_effort(); }
};

}  // namespace baton
