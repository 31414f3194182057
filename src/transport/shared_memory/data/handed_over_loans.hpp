// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "transport/port/outside_publisher.hpp"

namespace baton::transport {

/// Loans that belong to readers in this process, which end them with `delete`. Each keeps its
/// publisher. Thread safety: none.
class HandedOverLoans {
 public:
  bool empty() const { return loans_.empty(); }
  void add(std::uint64_t token, std::shared_ptr<OutsidePublisher> publisher) {
    loans_.emplace_back(token, std::move(publisher));
  }
  /// Removes a loan that ends. Returns its publisher, perhaps the last reference to it; nullptr:
  /// the loan was not handed over.
  std::shared_ptr<OutsidePublisher> take_back(std::uint64_t token) {
    const auto at = std::find_if(loans_.begin(), loans_.end(),
                                 [token](const auto& entry) { return entry.first == token; });
    if (at == loans_.end()) return nullptr;
    std::shared_ptr<OutsidePublisher> publisher = std::move(at->second);
    *at = std::move(loans_.back());
    loans_.pop_back();
    return publisher;
  }

 private:
  std::vector<std::pair<std::uint64_t, std::shared_ptr<OutsidePublisher>>> loans_;
};

}  // namespace baton::transport
