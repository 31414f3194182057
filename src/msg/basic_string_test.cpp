// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/basic_string.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <baton/msg/bounded_string.hpp>
#include <baton/msg/bounded_wstring.hpp>
#include <filesystem>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <unordered_set>

#include "msg/testing/failing_new.hpp"
#include "msg/testing/test_loan.hpp"

namespace baton::msg {
namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t end) { return random() % end; }

template <class Character>
std::basic_string<Character> text(Random& random) {
  return std::basic_string<Character>(below(random, 30),
                                      static_cast<Character>('a' + below(random, 26)));
}

template <class Character>
struct Watched {
  BasicString<Character>& actual;
  std::basic_string<Character> expected;
};

template <class Character>
struct Two {
  BasicString<Character> first;
  BasicString<Character> second;
};

template <class Character>
void check(const Watched<Character>& watched, TestLoan* loan) {
  const BasicString<Character>& string = watched.actual;
  ASSERT_TRUE(string == watched.expected);
  ASSERT_LE(string.size(), string.capacity());
  ASSERT_EQ(string.c_str()[string.size()], Character{});
  const auto& header = reinterpret_cast<const ContainerHeader&>(string);
  if (header.offset_bytes == 0) {
    ASSERT_EQ(header.size, 0u);
    ASSERT_EQ(header.capacity_and_flags, 0u);
    return;
  }
  const auto* data = reinterpret_cast<const std::byte*>(string.data());
  if (loan == nullptr || header.on_heap()) {
    ASSERT_EQ(home_of(data), Home::heap);
    ASSERT_EQ(header.on_heap(), loan != nullptr);
  } else {
    ASSERT_GE(data, loan->data());
    ASSERT_LE(data + (string.capacity() + 1) * sizeof(Character),
              loan->data() + loan->arena.used_bytes());
  }
}

/// One random operation on `one`, some of them with `other`, some with a part of itself.
template <class Character>
void change(Random& random, Watched<Character>& one, Watched<Character>& other) {
  using View = std::basic_string_view<Character>;
  using Standard = std::basic_string<Character>;
  BasicString<Character>& actual = one.actual;
  Standard& expected = one.expected;
  const std::size_t at = below(random, expected.size() + 1);
  const std::size_t count = below(random, expected.size() - at + 1);
  const Standard value = text<Character>(random);
  const View own_part = View(actual).substr(at, count);
  const Standard part = expected.substr(at, count);
  const auto letter = static_cast<Character>('A' + below(random, 26));
  switch (random() % 24) {
    case 0:
      actual.push_back(letter), expected.push_back(letter);
      break;
    case 1:
      actual += letter, expected += letter;
      break;
    case 2:
      actual += value, expected += value;
      break;
    case 3:
      actual += value.c_str(), expected += value;
      break;
    case 4:
      actual.append(own_part), expected.append(part);
      break;
    case 5:
      actual += other.actual, expected += Standard(other.expected);
      break;
    case 6:
      actual.assign(own_part), expected.assign(part);
      break;
    case 7:
      actual = value, expected = value;
      break;
    case 8:
      actual = value.c_str(), expected = value;
      break;
    case 9:
      actual.insert(at, value), expected.insert(at, value);
      break;
    case 10:
      actual.insert(at, own_part), expected.insert(at, part);
      break;
    case 11:
      actual.replace(at, count, value), expected.replace(at, count, value);
      break;
    case 12:
      actual.replace(at, count, own_part), expected.replace(at, count, part);
      break;
    case 13:
      actual.erase(at, count), expected.erase(at, count);
      break;
    case 14:
      if (!expected.empty()) actual.pop_back(), expected.pop_back();
      break;
    case 15: {
      const std::size_t size = below(random, 60);
      actual.resize(size, letter), expected.resize(size, letter);
      break;
    }
    case 16:
      actual.append(count, letter), expected.append(count, letter);
      break;
    case 17:
      actual = other.actual;
      if (&one != &other) expected = other.expected;
      break;
    case 18:
      actual = std::move(other.actual);
      if (&one != &other) {
        expected = std::move(other.expected);
        other.expected.clear();
        ASSERT_TRUE(other.actual.empty());
      }
      break;
    case 19:
      swap(actual, other.actual), std::swap(expected, other.expected);
      break;
    case 20:
      actual.reserve(below(random, 90));
      break;
    case 21:
      actual.shrink_to_fit();
      break;
    case 22:
      actual.clear(), expected.clear();
      break;
    case 23: {
      BasicString<Character> held(std::move(actual));
      ASSERT_TRUE(actual.empty());
      ASSERT_TRUE(held == expected);
      actual = std::move(held);
      break;
    }
  }
}

template <class Character>
class StringOf : public ::testing::Test {};
using Characters = ::testing::Types<char, char16_t>;
TYPED_TEST_SUITE(StringOf, Characters);

TYPED_TEST(StringOf, EqualsStandardStringsWhateverIsDoneWherever) {
  using Character = TypeParam;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    constexpr std::array<std::size_t, 5> rooms{0, 8, 60, 300, 100000};
    std::array<std::unique_ptr<TestLoan>, 2> loans;
    for (auto& loan : loans) {
      loan = std::make_unique<TestLoan>(sizeof(Two<Character>) + rooms[below(random, 5)],
                                        sizeof(Two<Character>));
    }
    {
      Two<Character> heap;
      auto& near = *::new (loans[0]->data()) Two<Character>;
      auto& far = *::new (loans[1]->data()) Two<Character>;
      std::array<Watched<Character>, 6> all{{{heap.first, {}},
                                             {heap.second, {}},
                                             {near.first, {}},
                                             {near.second, {}},
                                             {far.first, {}},
                                             {far.second, {}}}};
      for (int step = 0; step < 300; ++step) {
        Watched<Character>& one = all[below(random, all.size())];
        if (one.expected.size() > 200) one.actual.clear(), one.expected.clear();
        change(random, one, all[below(random, all.size())]);
        for (std::size_t i = 0; i < all.size(); ++i) {
          check(all[i], i < 2 ? nullptr : loans[i / 2 - 1].get());
        }
        if (this->HasFatalFailure()) return;
      }
      near.~Two<Character>();
      far.~Two<Character>();
    }
    for (const auto& loan : loans) EXPECT_EQ(loan->arena.spilled_blocks(), 0u);
  }
}

TEST(String, AnswersLikeAStandardString) {
  const String string = "/robot/arm/joint";
  const std::string standard = string;
  EXPECT_EQ(string.find("arm"), standard.find("arm"));
  EXPECT_EQ(string.find('/', 1), standard.find('/', 1));
  EXPECT_EQ(string.rfind('/'), standard.rfind('/'));
  EXPECT_EQ(string.find("leg"), String::npos);
  EXPECT_EQ(string.find_first_of("xyzm"), standard.find_first_of("xyzm"));
  EXPECT_EQ(string.find_last_not_of("tnio"), standard.find_last_not_of("tnio"));
  EXPECT_EQ(string.substr(7, 3), "arm");
  EXPECT_EQ(string.compare("/robot"), standard.compare("/robot"));
  EXPECT_EQ(string.compare(0, 6, "/robot"), 0);
  EXPECT_TRUE(string.starts_with("/robot") && string.ends_with('t'));
  EXPECT_EQ(string.length(), standard.length());
  EXPECT_EQ(string.at(1), 'r');
  EXPECT_EQ(std::string(string.rbegin(), string.rend()),
            std::string(standard.rbegin(), standard.rend()));
  EXPECT_THROW(string.at(100), std::out_of_range);
  EXPECT_THROW(string.substr(100), std::out_of_range);
  EXPECT_STREQ(string.c_str(), standard.c_str());
  EXPECT_STREQ(String().c_str(), "");
  EXPECT_EQ(std::hash<String>()(string), std::hash<std::string>()(standard));
}

TEST(String, ConvertsFromAndToWhatRosCodeHas) {
  String string = "camera";
  const std::string standard = string;
  const std::string braces{string};
  const std::string parentheses(string);
  const std::string& copied = string;
  const std::string_view view = string;
  EXPECT_EQ(standard, "camera");
  EXPECT_EQ(braces, parentheses);
  EXPECT_EQ(copied, view);
  string = std::string("map");
  EXPECT_EQ(string, "map");
  string = view.substr(0, 3);
  EXPECT_EQ(string, std::string("map"));
  string = {'a', 'b'};
  EXPECT_EQ(std::string_view("ab"), string);
  string = 'c';
  EXPECT_EQ("c", string);
  std::string target;
  target = string;
  target += string;
  target.append(string);
  EXPECT_EQ(target, "ccc");
  EXPECT_EQ(String(standard), String(standard.begin(), standard.end()));
}

TEST(String, TakesWhatConvertsToAStandardString) {
  String string;
  string = std::filesystem::path("maps") / "hall.yaml";
  EXPECT_EQ(string, "maps/hall.yaml");
  struct Named {
    operator std::string() const { return "by itself"; }
  };
  string = Named();
  EXPECT_EQ(string, "by itself");
}

TEST(String, JoinsIntoAStandardString) {
  const String string = "b";
  const std::string sum = "a" + string + std::string("c") + 'd' + string;
  EXPECT_EQ(sum, "abcdb");
  EXPECT_EQ(string + string, "bb");
  EXPECT_EQ('a' + string, "ab");
  EXPECT_EQ(string + 'c', "bc");
}

TEST(String, IsComparedWithAllKindsOfText) {
  const String string = "b";
  EXPECT_TRUE(string == "b" && "b" == string && string != "c");
  EXPECT_TRUE(string == std::string("b") && std::string("b") == string);
  EXPECT_TRUE(string == std::string_view("b") && string == String("b"));
  EXPECT_TRUE(string < "c" && "a" < string && string > std::string("a"));
  EXPECT_TRUE(string <= String("b") && string >= std::string_view("b"));
  EXPECT_TRUE(string == BoundedString<4>("b"));
}

TEST(String, IsAKeyAndFindsStandardKeys) {
  std::map<std::string, int> standard{{"a", 1}};
  const String string = "a";
  EXPECT_EQ(standard[string], 1);
  EXPECT_EQ(standard.count(string), 1u);
  EXPECT_EQ((std::set<String>{"b", "a"}).begin()->front(), 'a');
  EXPECT_TRUE((std::unordered_set<String>{"b", "a"}).contains(string));
}

TEST(String, IsWrittenToAndReadFromStreams) {
  std::ostringstream out;
  out << String("two words") << '|';
  EXPECT_EQ(out.str(), "two words|");
  std::istringstream in(out.str());
  String word;
  in >> word;
  EXPECT_EQ(word, "two");
}

TEST(String, KeepsNulsInside) {
  const String string(std::string_view("a\0b", 3));
  EXPECT_EQ(string.size(), 3u);
  EXPECT_EQ(string, std::string_view("a\0b", 3));
}

TEST(String, KeepsItsBound) {
  BoundedString<3> string = "abc";
  try {
    string += 'd';
    FAIL() << "the bound was not kept";
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(), "a field of a message holds at most 3 elements, not 4");
  }
  EXPECT_THROW(string = "abcd", std::length_error);
  EXPECT_THROW(string.append("d"), std::length_error);
  EXPECT_THROW(string.insert(0, "d"), std::length_error);
  EXPECT_THROW(string.resize(4), std::length_error);
  EXPECT_THROW(string.append(SIZE_MAX, 'a'), std::length_error);
  EXPECT_THROW(BoundedString<3>(String("abcd")), std::length_error);
  EXPECT_EQ(string, "abc");
  string = String("ab");
  EXPECT_EQ(string, "ab");
  BoundedWString<2> wide = u"ab";
  EXPECT_THROW(wide.push_back(u'c'), std::length_error);
}

TEST(String, IsMatchedByRegularExpressionsAsAStandardStringIs) {
  const BasicString<char> name("/arm/joint_7");
  const std::regex joint("/(\\w+)/joint_(\\d)");
  std::smatch found;
  EXPECT_TRUE(regex_match(name, joint));
  EXPECT_FALSE(regex_match(name, std::regex("arm")));
  EXPECT_TRUE(regex_search(name, std::regex("arm"), std::regex_constants::match_any));
  ASSERT_TRUE(regex_match(name, found, joint));
  EXPECT_EQ(found[1], "arm");
  EXPECT_EQ(found[2], "7");
  EXPECT_EQ(regex_replace(name, std::regex("/"), "."), ".arm.joint_7");
  EXPECT_EQ(regex_replace(name, std::regex("/"), ".", std::regex_constants::format_first_only),
            ".arm/joint_7");
}

TEST(String, NeedsItsFootprintAndNoMore) {
  for (std::size_t size = 0; size < 40; ++size) {
    const String string(size, 'x');
    Loaned<String> exact(string.footprint(), string);
    EXPECT_EQ(*exact, string);
    EXPECT_EQ(exact.arena().spilled_blocks(), 0u);
    EXPECT_EQ(exact.arena().used_bytes(), sizeof(String) + string.footprint());
  }
  EXPECT_EQ(WString(u"abc").footprint(), 8u);
  EXPECT_EQ(WString(u"abcd").footprint(), 16u);
}

TEST(String, IsFilledAlikeWhereverItsChunkEnds) {
  for (std::size_t room = 0; room < 200; ++room) {
    Loaned<String> string(room);
    std::string expected;
    for (int i = 0; i < 40; ++i) {
      *string += std::to_string(i);
      expected += std::to_string(i);
      ASSERT_EQ(*string, expected) << room;
    }
  }
}

TEST(String, IsAsItWasWhenTheHeapIsExhausted) {
  String string = "some text of some length";
  const std::string before = string;
  const std::string more(100, 'x');
  const auto unchanged = [&](std::size_t) { EXPECT_EQ(string, before); };
  fail_at_each_allocation([&] { string.append(more); }, unchanged);
  string = before;
  fail_at_each_allocation([&] { String(before).swap(string), string = more; }, unchanged);
  string = before;
  fail_at_each_allocation([&] { string.insert(3, more); }, unchanged);
  string = before;
  fail_at_each_allocation([&] { string.replace(3, 4, std::string_view(string)); }, unchanged);
}

TEST(String, WritesNothingBehindAnEmptyOne) {
  String string;
  string.clear();
  string.resize(0);
  string.erase();
  string.assign("");
  EXPECT_EQ(string.capacity(), 0u);
  EXPECT_EQ(string, "");
}

TEST(String, ANumberBehindAPointerIsALength) {
  std::string text = "four and more";
  String assigned;
  assigned.assign(text.data(), 4);  // a char*, not a const char*
  EXPECT_EQ(assigned, "four");
  assigned.append(text.data(), 4);
  EXPECT_EQ(assigned, "fourfour");
  assigned.assign(text, 5);
  EXPECT_EQ(assigned, "and more");
}

}  // namespace
}  // namespace baton::msg
