// SPDX-License-Identifier: Apache-2.0
// In which form each reader of `ros_discovery_info` reads lists of nodes.
//
// Humble's Gids have 24 bytes, newer ones 16. Read with the wrong length a list is garbage, and
// Humble's reader allocates what the garbage says. So a reader whose form is not known gets
// nothing:
//
//   a reader that announces         gets
//   the hash of the newer type      16 bytes
//   another hash                    nothing
//   no hash                         the form in which its participant writes lists, nothing before.
//                                   Humble's readers announce none, and so does micro-ROS's agent,
//                                   which reads 16 bytes
//   that it is of Baton             24 bytes. It reads both; in 24 bytes a newer reader, which must
//                                   not be harmed, sees a list of no nodes
//
// Thread safety: all of it. Its mutex is a leaf.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "dds/peer.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

class ListForms {
 public:
  /// This participant's own readers are told nothing: it knows its own nodes.
  void set_own(const Prefix& participant);
  void on_participant(const Prefix& participant, bool is_baton);
  void on_participant_gone(const Prefix& participant);
  void on_reader(const Guid& reader, const std::string& user_data);
  void on_reader_gone(const Guid& reader);
  /// A list in that form came from a writer of `participant`. True: the form was not known before.
  bool on_list(const Prefix& participant, std::size_t bytes_of_gid);
  /// Forgets all participants except its own.
  void forget();

  /// The length of a Gid in the form that `reader` reads; empty: not known.
  std::optional<std::size_t> form_of(const Guid& reader) const;
  bool is_read(std::size_t bytes_of_gid) const;

 private:
  enum class Announced { nothing, newer_type, unknown_type };

  std::optional<std::size_t> form(const Guid& reader, Announced announced) const;

  mutable std::mutex mutex_;  // covers what follows
  Prefix own_{};
  std::map<Prefix, bool> is_baton_;
  std::map<Prefix, std::size_t> written_;
  std::map<Guid, Announced> readers_;
};

}  // namespace baton::dds
