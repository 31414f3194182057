// SPDX-License-Identifier: Apache-2.0
// Atomic access to a std::shared_ptr of which public headers show nothing but the type.
//
// C++20 deprecates std::atomic_load() of it for std::atomic<std::shared_ptr>, which GCC 14 says at
// each use. GCC 12's std::atomic<std::shared_ptr> unlocks by a relaxed write after a read, and
// ThreadSanitizer reports that. The functions work in both.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace baton::base {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

template <class T>
std::shared_ptr<T> atomic_load(const std::shared_ptr<T>& slot, std::memory_order order) {
  return std::atomic_load_explicit(&slot, order);
}

template <class T>
void atomic_store(std::shared_ptr<T>& slot, std::shared_ptr<T> value, std::memory_order order) {
  std::atomic_store_explicit(&slot, std::move(value), order);
}

/// As std::atomic_compare_exchange_strong_explicit(): false, and what is there in `expected`, when
/// the slot has another value.
template <class T>
bool atomic_replace(std::shared_ptr<T>& slot, std::shared_ptr<T>& expected,
                    std::shared_ptr<T> value, std::memory_order success,
                    std::memory_order failure) {
  return std::atomic_compare_exchange_strong_explicit(&slot, &expected, std::move(value), success,
                                                      failure);
}

#pragma GCC diagnostic pop

}  // namespace baton::base
