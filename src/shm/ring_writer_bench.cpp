// SPDX-License-Identifier: Apache-2.0
// What the ring costs in one thread, without waking a reader. Sizes are small: the payload is not
// measured.
#include "shm/ring_writer.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "shm/testing/heap_ring.hpp"

namespace baton::shm {
namespace {

using testing::HeapReader;
using testing::HeapRing;

constexpr std::size_t message_bytes = 256;

std::vector<std::unique_ptr<HeapReader>> join(HeapRing& ring, std::int64_t count) {
  std::vector<std::unique_ptr<HeapReader>> readers;
  for (std::int64_t i = 0; i < count; ++i) readers.push_back(ring.join({.depth = 10}));
  return readers;
}

void BM_LoanAndDiscard(benchmark::State& state) {
  HeapRing ring;
  for (auto _ : state) ring.writer().discard(*ring.writer().loan(message_bytes));
}
BENCHMARK(BM_LoanAndDiscard);

/// All readers are attached to an executor that is awake: publish() looks at each and rings none.
void BM_LoanAndPublishToAwakeReaders(benchmark::State& state) {
  HeapRing ring;
  const auto readers = join(ring, state.range(0));
  ring.bells().install(0, [] { return true; });
  for (const auto& reader : readers) reader->record.executor.store(0, std::memory_order_relaxed);
  for (auto _ : state) {
    ring.writer().publish(*ring.writer().loan(message_bytes), message_bytes, 0);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_LoanAndPublishToAwakeReaders)->Arg(0)->Arg(1)->Arg(16)->Arg(64);

void BM_PublishTakeRelease(benchmark::State& state) {
  HeapRing ring;
  const auto readers = join(ring, state.range(0));
  for (auto _ : state) {
    ring.writer().publish(*ring.writer().loan(message_bytes), message_bytes, 0);
    for (const auto& reader : readers) {
      Taken taken;
      if (reader->ring.take(taken) == TakeResult::taken) reader->ring.release(taken.chunk);
    }
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_PublishTakeRelease)->Arg(1)->Arg(16);

void BM_TakeFromAnEmptyRing(benchmark::State& state) {
  HeapRing ring;
  const auto reader = ring.join();
  Taken taken;
  for (auto _ : state) benchmark::DoNotOptimize(reader->ring.take(taken));
}
BENCHMARK(BM_TakeFromAnEmptyRing);

/// One chunk is free at a time: every loan reclaims, and reads the pins of all readers.
void BM_ReclaimOneChunk(benchmark::State& state) {
  constexpr std::size_t large = 64 * 1024;
  HeapRing ring({.pool_size_bytes = 64 * large});
  const auto readers = join(ring, state.range(0));
  for (auto _ : state) {
    ring.writer().publish(*ring.writer().loan(large), large, 0);
    for (const auto& reader : readers) {
      Taken taken;
      if (reader->ring.take(taken) == TakeResult::taken) reader->ring.release(taken.chunk);
    }
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_ReclaimOneChunk)->Arg(1)->Arg(16);

}  // namespace
}  // namespace baton::shm
