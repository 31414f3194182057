// SPDX-License-Identifier: Apache-2.0
#include "dds/node_list.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <baton/msg/cdr.hpp>

namespace baton::dds {
namespace {

/// A node has at least the lengths of two strings and of two sequences.
constexpr std::size_t least_node_bytes = 16;
constexpr std::size_t most_padding_bytes = 3;

struct SplitName {
  std::string_view space;
  std::string_view name;
};

SplitName split(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string_view::npos) return {"/", name};
  return {slash == 0 ? "/" : name.substr(0, slash), name.substr(slash + 1)};
}

std::string join(std::string_view space, std::string_view name) {
  std::string joined(space);
  if (!joined.ends_with('/')) joined += '/';
  joined += name;
  return joined;
}

void measure(msg::CdrMeasure& measure, const NodeList& list) {
  const auto gids = [&](const std::vector<Guid>& all) {
    measure.elements(4);
    measure.bytes(all.size() * list.bytes_of_gid);
  };
  measure.bytes(list.bytes_of_gid);
  measure.elements(4);
  for (const NodeEntry& node : list.nodes) {
    const auto [space, name] = split(node.name);
    measure.string(static_cast<std::uint32_t>(space.size()));
    measure.string(static_cast<std::uint32_t>(name.size()));
    gids(node.readers);
    gids(node.writers);
  }
}

void write(msg::CdrWriter& writer, const NodeList& list) {
  const auto count = [&](std::size_t size) { writer.put(static_cast<std::uint32_t>(size)); };
  const auto text = [&](std::string_view from) {
    writer.string(from.data(), static_cast<std::uint32_t>(from.size()));
  };
  const auto gid = [&](const Guid& from) {
    std::array<std::uint8_t, humble_gid_bytes> bytes{};
    std::copy(from.begin(), from.end(), bytes.begin());
    writer.bytes(bytes.data(), list.bytes_of_gid);
  };
  const auto gids = [&](const std::vector<Guid>& all) {
    count(all.size());
    for (const Guid& each : all) gid(each);
  };
  gid(list.participant);
  count(list.nodes.size());
  for (const NodeEntry& node : list.nodes) {
    const auto [space, name] = split(node.name);
    text(space);
    text(name);
    gids(node.readers);
    gids(node.writers);
  }
}

/// Reads a list whose Gids have `bytes_of_gid` bytes.
class ListReader {
 public:
  ListReader(std::span<const std::byte> body, bool swapped, std::size_t bytes_of_gid)
      : reader_(body, swapped), gid_bytes_(bytes_of_gid) {}

  std::optional<NodeList> read() {
    NodeList list;
    list.bytes_of_gid = gid_bytes_;
    std::uint32_t count = 0;
    if (!gid(list.participant) || !reader_.length(count, least_node_bytes)) return std::nullopt;
    list.nodes.resize(count);
    for (NodeEntry& each : list.nodes) {
      if (!node(each)) return std::nullopt;
    }
    if (reader_.remaining() > most_padding_bytes) return std::nullopt;
    return list;
  }

 private:
  bool gid(Guid& guid) {
    std::array<std::uint8_t, humble_gid_bytes> bytes{};
    if (!reader_.bytes(bytes.data(), gid_bytes_)) return false;
    std::copy_n(bytes.begin(), guid.size(), guid.begin());
    return true;
  }
  bool gids(std::vector<Guid>& all) {
    std::uint32_t count = 0;
    if (!reader_.length(count, gid_bytes_)) return false;
    all.resize(count);
    for (Guid& each : all) {
      if (!gid(each)) return false;
    }
    return true;
  }
  bool node(NodeEntry& entry) {
    std::string_view space;
    std::string_view name;
    if (!reader_.string(space) || !reader_.string(name)) return false;
    entry.name = join(space, name);
    return gids(entry.readers) && gids(entry.writers);
  }

  msg::CdrReader reader_;
  const std::size_t gid_bytes_;
};

}  // namespace

std::vector<std::byte> encode_node_list(const NodeList& list) {
  msg::CdrMeasure size;
  measure(size, list);
  std::vector<std::byte> bytes(msg::encapsulation_bytes + size.position());
  bytes[1] = std::byte{1};  // little endian
  const std::span<std::byte> whole(bytes);
  msg::CdrWriter writer(whole.subspan(msg::encapsulation_bytes));
  write(writer, list);
  return bytes;
}

std::optional<NodeList> decode_node_list(std::span<const std::byte> bytes) {
  if (bytes.size() < msg::encapsulation_bytes || bytes[0] != std::byte{0} ||
      bytes[1] > std::byte{1}) {
    return std::nullopt;
  }
  const bool swapped = bytes[1] == std::byte{0};
  const auto body = bytes.subspan(msg::encapsulation_bytes);
  // Humble's Gids are filled up with zeros. Read with the shorter length, these look like a list
  // that ends too early, so the first attempt fails.
  auto list = ListReader(body, swapped, gid_bytes).read();
  return list ? list : ListReader(body, swapped, humble_gid_bytes).read();
}

}  // namespace baton::dds
