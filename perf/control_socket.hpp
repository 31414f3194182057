// SPDX-License-Identifier: Apache-2.0
//
// What the supervisor and a worker say to each other: one JSON object a packet. Figures do not go
// this way, they are on the scoreboard.
//
//   supervisor                      worker
//   assign {endpoints, scores}  ->
//                               <-  matched {complete, endpoints [{score, missing, peers ...}]}
//                                   peers: [{peer, count}], each of equal ones once
//   warm_up                     ->
//                               <-  warm
//   start {at_ns}               ->
//   usage                       ->
//                               <-  usage {rusage}
//   stop_publishing             ->
//                               <-  stopped
//   describe                    ->
//                               <-  description {rss_kb, pss_kb, threads, endpoints}
//   finish                      ->
//                               <-  finished, and exit 0
// At any time: <- failed {text}. A closed socket means that the other side is gone.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace perf {

class ControlSocket {
 public:
  /// Owns `fd`, a SOCK_SEQPACKET.
  explicit ControlSocket(int fd) : fd_(fd) {}
  ControlSocket(ControlSocket&& other) noexcept;
  ControlSocket& operator=(ControlSocket&& other) noexcept;
  ~ControlSocket();

  /// Thread-safe. False when the other side is gone. Throws std::length_error for a packet of more
  /// than 128 KiB, which receive() would cut.
  bool send(const nlohmann::json& packet, const std::vector<int>& descriptors = {});

  /// Blocks. Empty when the other side is gone. Received descriptors are appended to `descriptors`,
  /// or closed when that is null.
  std::optional<nlohmann::json> receive(std::vector<int>* descriptors = nullptr);

  int fd() const { return fd_; }

 private:
  int fd_;
};

}  // namespace perf
