// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace baton::transport {

/// Endpoints by topic, so that a new endpoint is compared only with those of its topic. Thread
/// safety: none.
template <class Item>
class TopicIndex {
 public:
  void add(const std::string& topic, Item item) { items_[topic].push_back(item); }
  void remove(const std::string& topic, Item item) {
    const auto at = items_.find(topic);
    if (at == items_.end()) return;
    std::erase(at->second, item);
    if (at->second.empty()) items_.erase(at);
  }
  const std::vector<Item>& on(const std::string& topic) const {
    static const std::vector<Item> none;
    const auto at = items_.find(topic);
    return at == items_.end() ? none : at->second;
  }
  void clear() { items_.clear(); }

 private:
  std::unordered_map<std::string, std::vector<Item>> items_;
};

}  // namespace baton::transport
