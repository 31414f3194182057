// SPDX-License-Identifier: Apache-2.0
// Tells lists of nodes on `ros_discovery_info`: a writer for each form, and each reader hears one
// of them or none.
//
// A new list replaces the former, and a reader that joins late gets it.
// Thread safety: one thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "dds/list_forms.hpp"
#include "dds/node_list.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

/// The policies, names and type that both ends of that topic have.
WireEndpoint list_endpoint(bool is_writer);

class ListWriters {
 public:
  explicit ListWriters(std::shared_ptr<const ListForms> forms)
      : forms_(std::move(forms)), humble_(*forms_, humble_gid_bytes), newer_(*forms_, gid_bytes) {}

  base::Status open(std::shared_ptr<Wire> wire);
  /// Tells the list to all readers whose form is known by now, unless they have it already. Does
  /// nothing before open().
  void tell(const NodeList& list);
  void close();
  /// In a forked child: leaves the writers to the parent.
  void forget() noexcept;

 private:
  class OneForm final : private WireWriterListener {
   public:
    OneForm(const ListForms& forms, std::size_t bytes_of_gid)
        : forms_(forms), bytes_of_gid_(bytes_of_gid) {}

    base::Status open(Wire& wire);
    bool is_open() const { return writer_ != nullptr; }
    void tell(NodeList list);
    void close();
    void forget() noexcept { (void)writer_.release(); }

   private:
    bool is_for(const Guid& reader) noexcept override {
      return forms_.form_of(reader) == bytes_of_gid_;
    }
    void on_reader(const Guid&, bool) noexcept override {}
    void on_own_liveliness_lost() noexcept override {}

    const ListForms& forms_;
    const std::size_t bytes_of_gid_;
    std::unique_ptr<WireWriter> writer_;
    std::vector<std::byte> told_;
  };

  const std::shared_ptr<const ListForms> forms_;
  std::shared_ptr<Wire> wire_;
  OneForm humble_;
  OneForm newer_;  // opened for its first reader: before, nothing exists that Humble could misread
};

}  // namespace baton::dds
