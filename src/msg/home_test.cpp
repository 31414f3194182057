// SPDX-License-Identifier: Apache-2.0
#include <baton/msg/home.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <baton/msg/string.hpp>
#include <baton/msg/vector.hpp>
#include <memory>

#include "base/child_for_test.hpp"
#include "msg/testing/test_loan.hpp"

namespace baton::msg {
namespace {

struct Note {
  String text;
  Vector<double> values;
  static void operator delete(void* message) noexcept { free_message(message); }
};

base::PeerMemory received(const TestLoan& loan) {
  return std::move(base::PeerMemory::adopt(base::UniqueFd(::dup(loan.descriptor())), 1, SIZE_MAX))
      .value();
}

TEST(Home, IsDecidedByTheAddress) {
  Loaned<Note> note(1000);
  const base::PeerMemory peer = received(note.loan());
  const Note local;
  EXPECT_EQ(home_of(&local), Home::heap);
  EXPECT_EQ(home_of(&*note), Home::loan);
  EXPECT_EQ(home_of(peer.data()), Home::received);
}

TEST(Home, OfAReceivedMessageIsReadWhereItLies) {
  Loaned<Note> note(1000);
  note->text = "somewhere";
  note->values = {1, 2, 3};
  const base::PeerMemory peer = received(note.loan());
  const Note& seen = *reinterpret_cast<const Note*>(peer.data());
  EXPECT_EQ(seen.text, "somewhere");
  EXPECT_EQ(seen.values, note->values);
  EXPECT_EQ(home_of(seen.values.data()), Home::received);
  const Note copy = seen;
  EXPECT_EQ(home_of(copy.text.data()), Home::heap);
  EXPECT_EQ(copy.text, "somewhere");
}

TEST(Home, OfAReceivedMessageIsCopiedFromWhenItShouldBeMoved) {
  Loaned<Note> note(1000);
  note->text = "somewhere";
  note->values = {1, 2, 3};
  const base::PeerMemory peer = received(note.loan());
  Note& seen = *reinterpret_cast<Note*>(const_cast<std::byte*>(peer.data()));
  const Note taken = std::move(seen);
  EXPECT_EQ(taken.values, note->values);
  Note assigned;
  assigned = std::move(seen);
  EXPECT_EQ(assigned.text, "somewhere");
  EXPECT_EQ(seen.text, "somewhere");
}

TEST(Home, OfADeletedMessageDecidesWhereItsMemoryGoes) {
  { const std::unique_ptr<Note> on_heap(new Note{"text", {1, 2}}); }
  TestLoan loan(1000, sizeof(Note));
  { const std::unique_ptr<Note> lent(::new (loan.data()) Note{"text", {1, 2}}); }
  EXPECT_EQ(loan.given_back(), 1);
}

TEST(Home, OfWhatAForkedChildMakesIsItsHeap) {
  Loaned<Note> note(1000);
  note->text = "parent";
  EXPECT_EQ(0, base::result_of_child([] {
              Note mine;
              for (int i = 0; i < 1000; ++i) mine.values.push_back(i);
              mine.text = "child";
              std::vector<Note> many(10000, mine);
              if (home_of(many.data()) != Home::heap) return 1;
              Loaned<Note> loaned(100);
              loaned->text = many.back().text;
              return loaned->text == "child" && home_of(&*loaned) == Home::loan ? 0 : 2;
            }));
  EXPECT_EQ(note->text, "parent");
}

TEST(HomeDeathTest, ChangingAPublishedMessageIsSaid) {
  // A forked child has no loans.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Loaned<Note> note(1000);
  note->text = "before";
  note.arena().close();
  EXPECT_EQ(note->text, "before");
  EXPECT_DEATH(note->text += " and after, which is longer",
               "a message that is not on loan was to be changed: it was published or given back");
  EXPECT_DEATH(note->values.resize(3), "borrow another message");
}

TEST(HomeDeathTest, ChangingAReceivedMessageIsSaid) {
  // A forked child has no loans.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Loaned<Note> note(1000);
  const base::PeerMemory peer = received(note.loan());
  Note& seen = *reinterpret_cast<Note*>(const_cast<std::byte*>(peer.data()));
  EXPECT_DEATH(seen.values.push_back(1), "received messages are read-only, change a copy");
  EXPECT_DEATH(free_message(&seen), "a received message was deleted");
}

}  // namespace
}  // namespace baton::msg
