// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/vector.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <baton/msg/bounded_vector.hpp>
#include <baton/msg/string.hpp>
#include <numeric>
#include <random>
#include <stdexcept>

#include "msg/testing/failing_new.hpp"
#include "msg/testing/test_loan.hpp"

namespace baton::msg {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t end) { return random() % end; }

/// Types like those that the generator makes.
struct Item {
  String name;
  Vector<std::int32_t> numbers;
  double weight = 0;
  bool operator==(const Item&) const = default;
};
struct Track {
  Vector<Item> items;
  String frame;
  std::int64_t stamp = 0;
  bool operator==(const Track&) const = default;
};

std::size_t footprint(const Item& item) noexcept {
  return item.name.footprint() + item.numbers.footprint();
}
std::size_t footprint(const Track& track) noexcept {
  return track.items.footprint() + track.frame.footprint();
}

template <class T>
struct Values {
  static T make(Random& random) { return static_cast<T>(random()); }
};
template <>
struct Values<String> {
  static String make(Random& random) {
    return String(below(random, 40), static_cast<char>('a' + below(random, 26)));
  }
};
template <>
struct Values<Vector<String>> {
  static Vector<String> make(Random& random) {
    Vector<String> made;
    for (std::size_t left = below(random, 4); left > 0; --left) {
      made.push_back(Values<String>::make(random));
    }
    return made;
  }
};
template <>
struct Values<Item> {
  static Item make(Random& random) {
    return {Values<String>::make(random), Vector<std::int32_t>(below(random, 9), 7),
            static_cast<double>(random())};
  }
};

/// A sequence, and the values that it should have.
template <class T>
struct Watched {
  Vector<T>& actual;
  std::vector<T> expected;
};

template <class T>
struct Two {
  Vector<T> first;
  Vector<T> second;
};

template <class T>
void check(const Watched<T>& watched, TestLoan* loan) {
  const Vector<T>& vector = watched.actual;
  ASSERT_EQ(vector, watched.expected);
  ASSERT_LE(vector.size(), vector.capacity());
  const auto& header = reinterpret_cast<const ContainerHeader&>(vector);
  if (header.offset_bytes == 0) {
    ASSERT_EQ(header.size, 0u);
    ASSERT_EQ(header.capacity_and_flags, 0u);
    return;
  }
  const auto* data = reinterpret_cast<const std::byte*>(vector.data());
  if (loan == nullptr || header.on_heap()) {
    ASSERT_EQ(home_of(data), Home::heap);
    ASSERT_EQ(header.on_heap(), loan != nullptr);
  } else {
    ASSERT_GE(data, loan->data());
    ASSERT_LE(data + vector.capacity() * sizeof(T), loan->data() + loan->arena.used_bytes());
  }
}

/// One random operation on `one`, some of them with `other`.
template <class T>
void change(Random& random, Watched<T>& one, Watched<T>& other) {
  Vector<T>& actual = one.actual;
  std::vector<T>& expected = one.expected;
  const std::size_t size = expected.size();
  const std::size_t at = below(random, size + 1);
  const auto to = static_cast<std::ptrdiff_t>(at + below(random, size - at + 1));
  const auto from = static_cast<std::ptrdiff_t>(at);
  const bool some = at < size;
  const T value = Values<T>::make(random);
  switch (random() % 27) {
    case 0:
      actual.push_back(value), expected.push_back(value);
      break;
    case 1:
      actual.push_back(T(value)), expected.push_back(value);
      break;
    case 2:
      if (some) actual.push_back(actual[at]), expected.push_back(T(expected[at]));
      break;
    case 3:
      actual.emplace_back(), expected.emplace_back();
      break;
    case 4:
      if (some) actual.pop_back(), expected.pop_back();
      break;
    case 5:
      actual.insert(actual.begin() + from, value);
      expected.insert(expected.begin() + from, value);
      break;
    case 6:
      if (some) {
        actual.insert(actual.begin() + from, actual.back());
        expected.insert(expected.begin() + from, T(expected.back()));
      }
      break;
    case 7:
      actual.insert(actual.begin() + from, 3, some ? actual[at] : value);
      expected.insert(expected.begin() + from, 3, T(some ? expected[at] : value));
      break;
    case 8:
      if (&one != &other) {
        actual.insert(actual.begin() + from, other.actual.begin(), other.actual.end());
        expected.insert(expected.begin() + from, other.expected.begin(), other.expected.end());
      }
      break;
    case 9:
      if (some) actual.erase(actual.begin() + from), expected.erase(expected.begin() + from);
      break;
    case 10:
    case 11:
      actual.erase(actual.begin() + from, actual.begin() + to);
      expected.erase(expected.begin() + from, expected.begin() + to);
      break;
    case 12: {
      const std::size_t wanted = below(random, 20);
      actual.resize(wanted), expected.resize(wanted);
      break;
    }
    case 13: {
      const std::size_t wanted = below(random, 20);
      const T filler = some ? expected[at] : value;
      actual.resize(wanted, some ? actual[at] : value), expected.resize(wanted, filler);
      break;
    }
    case 14: {
      const T filler = some ? expected[at] : value;
      actual.assign(to, some ? actual[at] : value), expected.assign(to, filler);
      break;
    }
    case 15:
      actual = other.actual;
      if (&one != &other) expected = other.expected;
      break;
    case 16:
      actual = std::move(other.actual);
      if (&one != &other) {
        expected = std::move(other.expected);
        other.expected.clear();
        ASSERT_THAT(other.actual, IsEmpty());
      }
      break;
    case 17:
      swap(actual, other.actual), std::swap(expected, other.expected);
      break;
    case 18:
      actual = other.expected, expected = std::vector<T>(other.expected);
      break;
    case 19:
      actual = {value, value}, expected = {value, value};
      break;
    case 20:
      actual.reserve(below(random, 40));
      break;
    case 21:
      actual.shrink_to_fit();
      break;
    case 22:
      actual.clear(), expected.clear();
      break;
    case 23: {
      Vector<T> held(std::move(actual));
      ASSERT_THAT(actual, IsEmpty());
      ASSERT_EQ(held, expected);
      actual = std::move(held);
      ASSERT_THAT(held, IsEmpty());
      break;
    }
    case 24: {
      const Vector<T> held(actual);
      actual.clear();
      actual = held;
      break;
    }
    case 25:
      std::rotate(actual.begin(), actual.begin() + from, actual.end());
      std::rotate(expected.begin(), expected.begin() + from, expected.end());
      break;
    case 26:
      if (some) actual[at] = value, expected[at] = value;
      break;
  }
}

template <class T>
class VectorOf : public ::testing::Test {};
using Elements = ::testing::Types<std::uint8_t, double, String, Vector<String>, Item>;
TYPED_TEST_SUITE(VectorOf, Elements);

TYPED_TEST(VectorOf, EqualsStandardVectorsWhateverIsDoneWherever) {
  using T = TypeParam;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    constexpr std::array<std::size_t, 6> rooms{0, 8, 60, 300, 5000, 300000};
    std::array<std::unique_ptr<TestLoan>, 2> loans;
    for (auto& loan : loans) {
      loan = std::make_unique<TestLoan>(sizeof(Two<T>) + rooms[below(random, 6)], sizeof(Two<T>));
    }
    {
      Two<T> heap;
      auto& near = *::new (loans[0]->data()) Two<T>;
      auto& far = *::new (loans[1]->data()) Two<T>;
      std::array<Watched<T>, 6> all{{{heap.first, {}},
                                     {heap.second, {}},
                                     {near.first, {}},
                                     {near.second, {}},
                                     {far.first, {}},
                                     {far.second, {}}}};
      for (int step = 0; step < 200; ++step) {
        Watched<T>& one = all[below(random, all.size())];
        if (one.expected.size() > 60) one.actual.clear(), one.expected.clear();
        change(random, one, all[below(random, all.size())]);
        for (std::size_t i = 0; i < all.size(); ++i) {
          check(all[i], i < 2 ? nullptr : loans[i / 2 - 1].get());
        }
        if (this->HasFatalFailure()) return;
      }
      near.~Two<T>();
      far.~Two<T>();
    }
    for (const auto& loan : loans) {
      EXPECT_EQ(loan->arena.spilled_blocks(), 0u);
      EXPECT_EQ(loan->arena.spilled_bytes(), 0u);
    }
  }
}

/// A fixed piece of work, like that of a node.
Track fill(Track& track) {
  track.frame = "map";
  for (int i = 0; i < 6; ++i) {
    Item& item = track.items.emplace_back();
    item.name = "item ";
    item.name += std::to_string(i);
    for (int n = 0; n < i; ++n) item.numbers.push_back(n);
    item.weight = i;
  }
  track.items.erase(track.items.begin() + 1);
  track.items.push_back(track.items.front());
  track.frame += "_with_a_longer_name";
  track.items.insert(track.items.begin() + 2, track.items.back());
  track.stamp = 7;
  return track;
}

TEST(Vector, IsFoundByTheFreeFunctionsOfContainersWithoutTheirNamespace) {
  Vector<int> vector{1, 2, 3};
  BasicString<char> string = "map";
  EXPECT_EQ(std::accumulate(begin(vector), end(vector), 0), 6);
  EXPECT_EQ(*rbegin(vector), 3);
  EXPECT_EQ(*cbegin(std::as_const(string)), 'm');
  EXPECT_EQ(size(string) + size(vector), 6u);
  EXPECT_FALSE(empty(vector));
  EXPECT_EQ(data(vector), vector.data());
}

TEST(Vector, IsFilledAlikeWhereverItsChunkEnds) {
  Track expected;
  fill(expected);
  std::size_t most_spilled = 0;
  bool fitted = false;
  for (std::size_t room = 0; room < 3000; room += 8) {
    Loaned<Track> track(room);
    fill(*track);
    ASSERT_EQ(*track, expected) << room;
    most_spilled = std::max(most_spilled, track.arena().spilled_blocks());
    fitted = track.arena().spilled_blocks() == 0;
  }
  EXPECT_GT(most_spilled, 5u);
  EXPECT_TRUE(fitted);
}

TEST(Vector, NeedsItsFootprintAndNoMore) {
  Track track;
  fill(track);
  const std::size_t needed = footprint(track);
  Loaned<Track> exact(needed, track);
  EXPECT_EQ(*exact, track);
  EXPECT_EQ(exact.arena().spilled_blocks(), 0u);
  EXPECT_EQ(exact.arena().used_bytes(), sizeof(Track) + needed);
  Loaned<Track> small(needed - 8, track);
  EXPECT_GT(small.arena().spilled_blocks(), 0u);
  EXPECT_EQ(footprint(Track()), 0u);
  EXPECT_EQ(footprint(*small), needed) << "wherever it lies";
}

TEST(Vector, GrowsInPlaceAtTheEndOfItsChunk) {
  Loaned<Vector<double>> vector(8000);
  for (int i = 0; i < 1000; ++i) vector->push_back(i);
  EXPECT_EQ(vector.arena().spilled_blocks(), 0u) << "the last block grows, and takes what is left";
  EXPECT_EQ(vector->capacity(), 1000u);
  vector->push_back(1);
  EXPECT_EQ(vector.arena().spilled_blocks(), 1u);
  EXPECT_EQ(vector->size(), 1001u);
  EXPECT_EQ((*vector)[999], 999);
}

TEST(Vector, TakesExactlyWhatItIsResizedTo) {
  Loaned<Two<std::uint8_t>> message(1000);
  message->first.resize(900);
  message->second.resize(96);
  EXPECT_EQ(message.arena().spilled_blocks(), 0u);
  EXPECT_EQ(message->first.capacity(), 900u);
}

TEST(Vector, StealsWithinOneHomeAndCopiesBetweenTwo) {
  Two<int> heap;
  heap.first = {1, 2, 3};
  const int* data = heap.first.data();
  heap.second = std::move(heap.first);
  EXPECT_EQ(heap.second.data(), data);
  Loaned<Two<int>> loan(1000);
  loan->first = std::move(heap.second);
  EXPECT_NE(loan->first.data(), data);
  EXPECT_THAT(heap.second, IsEmpty());
  data = loan->first.data();
  loan->second = std::move(loan->first);
  EXPECT_EQ(loan->second.data(), data);
  const Vector<int> back(std::move(loan->second));
  EXPECT_EQ(home_of(back.data()), Home::heap);
  EXPECT_THAT(back, ElementsAre(1, 2, 3));
}

TEST(Vector, MayBeItsOwnSource) {
  Vector<String> vector{"a", "b", "c"};
  vector = *&vector;
  EXPECT_THAT(vector, ElementsAre("a", "b", "c"));
  vector.swap(*&vector);
  auto& same = vector;
  vector = std::move(same);
  EXPECT_THAT(vector, ElementsAre("a", "b", "c"));
  Vector<int> numbers{1, 2, 3, 4};
  numbers = std::span<const int>(numbers).subspan(1);
  EXPECT_THAT(numbers, ElementsAre(2, 3, 4));
}

TEST(Vector, ConvertsFromAndToWhatRosCodeHas) {
  const std::vector<double> standard{1, 2, 3};
  Vector<double> vector(standard);
  EXPECT_EQ(vector, standard);
  EXPECT_EQ(standard, vector);
  const std::vector<double> back = vector;
  EXPECT_EQ(back, standard);
  const std::vector<double>& copied = vector;
  EXPECT_EQ(copied, standard);
  vector = {4, 5};
  const std::span<const double> view = vector;
  EXPECT_EQ(view.size(), 2u);
  std::span<double> writable = vector;
  writable[0] = 9;
  EXPECT_THAT(vector, ElementsAre(9, 5));
  vector = view.subspan(1);
  EXPECT_THAT(vector, ElementsAre(5));
  const std::array<double, 2> array{7, 8};
  vector = array;
  EXPECT_THAT(vector, ElementsAre(7, 8));
  const Vector<float> floats(standard);
  EXPECT_THAT(floats, ElementsAre(1, 2, 3));
  EXPECT_LT(vector, (Vector<double>{7, 9}));
  EXPECT_GT(vector, standard);
}

TEST(Vector, OfStringsConvertsLikeOneOfStandardStrings) {
  const std::vector<std::string> standard{"shoulder", "elbow"};
  Vector<String> names(standard);
  EXPECT_EQ(names, standard);
  names = {"a", "b", "c"};
  const std::vector<std::string> back = names;
  EXPECT_THAT(back, ElementsAre("a", "b", "c"));
  names = back;
  EXPECT_EQ(std::find(names.begin(), names.end(), "b") - names.begin(), 1);
}

TEST(Vector, OfBoolHasBytes) {
  Vector<bool> vector(std::vector<bool>{true, false});
  bool& second = vector[1];
  second = true;
  EXPECT_THAT(vector, ElementsAre(true, true));
  const std::vector<bool> standard = vector;
  EXPECT_EQ(vector, standard);
  EXPECT_EQ(sizeof(vector[0]), 1u);
}

TEST(Vector, LeavesNewElementsAloneWhenAsked) {
  Vector<int> vector{1, 2};
  vector.resize_uninitialized(1000);
  EXPECT_EQ(vector.size(), 1000u);
  EXPECT_EQ(vector[1], 2);
  vector.resize(2);
  vector.resize(5);
  EXPECT_THAT(vector, ElementsAre(1, 2, 0, 0, 0));
}

TEST(Vector, KeepsItsBound) {
  BoundedVector<int, 3> vector{1, 2, 3};
  EXPECT_EQ(vector.max_size(), 3u);
  try {
    vector.push_back(4);
    FAIL() << "the bound was not kept";
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(), "a field of a message holds at most 3 elements, not 4");
  }
  EXPECT_THROW(vector.resize(4), std::length_error);
  EXPECT_THROW(vector.insert(vector.begin(), 0), std::length_error);
  EXPECT_THROW(vector = std::vector<int>(4), std::length_error);
  EXPECT_THROW(vector.reserve(4), std::length_error);
  EXPECT_THROW(vector.assign(4, 1), std::length_error);
  EXPECT_THROW((BoundedVector<int, 3>{1, 2, 3, 4}), std::length_error);
  EXPECT_THAT(vector, ElementsAre(1, 2, 3));
  const Vector<int> unbounded = vector;
  EXPECT_EQ(unbounded, vector);
  vector = Vector<int>{5};
  EXPECT_THAT(vector, ElementsAre(5));
  Loaned<BoundedVector<int, 3>> loaned(1000);
  for (int i = 0; i < 3; ++i) loaned->push_back(i);
  EXPECT_THROW(loaned->push_back(3), std::length_error);
}

TEST(Vector, ChecksIndicesOnlyWhenAsked) {
  const Vector<int> vector{1, 2};
  EXPECT_EQ(vector.at(1), 2);
  EXPECT_THROW(vector.at(2), std::out_of_range);
}

TEST(Vector, RefusesMoreThanItsSizeCanSay) {
  Vector<std::uint8_t> vector;
  EXPECT_THROW(vector.resize(std::size_t{1} << 31), std::length_error);
  EXPECT_THROW(vector.resize(SIZE_MAX), std::length_error);
}

/// Throws at its n-th copy, and counts the living objects.
struct Fragile {
  static inline int living = 0;
  static inline int copies_left = 1 << 30;
  int value;

  Fragile(int v = 0) : value(v) { ++living; }
  Fragile(const Fragile& other) : value(other.value) {
    if (--copies_left < 0) throw std::runtime_error("copy");
    ++living;
  }
  Fragile& operator=(const Fragile& other) {
    if (--copies_left < 0) throw std::runtime_error("copy");
    value = other.value;
    return *this;
  }
  ~Fragile() { --living; }
  bool operator==(const Fragile&) const = default;
};

/// Runs `body` with the first, then the second ... copy failing, until none does.
template <class Body>
void fail_at_each_copy(bool strong, Body body) {
  for (int at = 0;; ++at) {
    SCOPED_TRACE(at);
    Fragile::copies_left = 1 << 30;
    {
      Vector<Fragile> vector{1, 2, 3, 4};
      vector.reserve(5);
      const std::vector<Fragile> before(vector.begin(), vector.end());
      Fragile::copies_left = at;
      bool failed = false;
      try {
        body(vector);
      } catch (const std::runtime_error&) {
        failed = true;
      }
      Fragile::copies_left = 1 << 30;
      if (!failed) break;
      if (strong) {
        EXPECT_EQ(vector, before);
      }
      EXPECT_EQ(Fragile::living, static_cast<int>(vector.size() + before.size()));
    }
    EXPECT_EQ(Fragile::living, 0);
    ASSERT_LT(at, 1000);
  }
}

TEST(Vector, IsAsItWasWhenACopyThrows) {
  fail_at_each_copy(true, [](auto& vector) { vector.push_back(vector[0]); });
  fail_at_each_copy(true, [](auto& vector) { vector.reserve(100); });
  fail_at_each_copy(true, [](auto& vector) { vector.resize(100); });
  fail_at_each_copy(true, [](auto& vector) { vector.resize(100, vector[1]); });
  fail_at_each_copy(true, [](auto& vector) { vector.shrink_to_fit(), vector.push_back(2); });
  fail_at_each_copy(true, [](auto& vector) { vector.assign(9, vector[1]); });
  fail_at_each_copy(true, [](auto& vector) { const Vector<Fragile> copy(vector); });
  fail_at_each_copy(true, [](auto& vector) { vector.shrink_to_fit(); });
}

TEST(Vector, LeaksNothingWhenACopyThrows) {
  fail_at_each_copy(false, [](auto& vector) { vector.insert(vector.begin(), vector[3]); });
  fail_at_each_copy(false, [](auto& vector) { vector.insert(vector.begin(), 9, vector[3]); });
  fail_at_each_copy(false, [](auto& vector) { vector.assign(3, vector[1]); });
  fail_at_each_copy(false, [](auto& vector) { vector.erase(vector.begin()); });
  fail_at_each_copy(false, [](auto& vector) {
    const std::vector<Fragile> more(9);
    vector.insert(vector.begin() + 1, more.begin(), more.end());
  });
}

TEST(Vector, IsAsItWasWhenTheHeapIsExhausted) {
  const Track source = [] {
    Track track;
    return fill(track);
  }();
  Vector<Track> tracks(2, source);
  const Vector<Track> before(tracks);
  const auto unchanged = [&](std::size_t at) { EXPECT_EQ(tracks, before) << at; };
  EXPECT_GT(fail_at_each_allocation([&] { tracks.push_back(source); }, unchanged), 10u);
  tracks.resize(2);
  EXPECT_GT(fail_at_each_allocation([&] { tracks.resize(50, tracks[0]); }, unchanged), 10u);
  tracks.resize(2);
  EXPECT_GT(fail_at_each_allocation([&] { const Vector<Track> copy(tracks); }, unchanged), 10u);
  fail_at_each_allocation([&] { tracks.reserve(1000); }, unchanged);
  unchanged(0);
}

TEST(Vector, MovesOnTheHeapWithoutTheHeap) {
  Vector<String> one{"a long enough string"};
  const FailingNew failing(0);
  Vector<String> other(std::move(one));
  one = std::move(other);
  one.swap(other);
  EXPECT_EQ(other.size(), 1u);
}

TEST(VectorDeathTest, AMoveBetweenHomesEndsTheProgramWithoutMemory) {
  // A forked child has no loans.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Loaned<Vector<int>> loaned(1000);
  loaned->resize(100);
  EXPECT_DEATH(
      {
        const FailingNew failing(0);
        const Vector<int> moved(std::move(*loaned));
      },
      "terminate called");
}

TEST(VectorDeathTest, ALoanWithoutChunkAndHeapEndsTheProgram) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Loaned<Vector<int>> loaned(8);
  EXPECT_DEATH(
      {
        const FailingNew failing(0);
        loaned->resize(100);
      },
      "out of memory: a message on loan needs 400 bytes more than its chunk has");
}

TEST(Vector, IsWholeAfterAThousandMovesOnTheStack) {
  // Compilers must not take the block for a part of the local variable that leads there.
  std::int64_t sum = 0;
  for (int round = 0; round < 1000; ++round) {
    Vector<std::int64_t> one;
    for (int i = 0; i < 50; ++i) one.push_back(i);
    Vector<std::int64_t> other;
    other = std::move(one);
    for (std::int64_t& value : other) value += round;
    one = other;
    one.front() = 1000;
    sum += std::accumulate(one.begin(), one.end(), std::int64_t{0});
  }
  EXPECT_EQ(sum, 1000 * (1225 + 1000) + 49 * 499500);
}

}  // namespace
}  // namespace baton::msg
