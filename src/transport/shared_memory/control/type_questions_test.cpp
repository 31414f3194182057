// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/type_questions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <baton/msg/type_hash.hpp>

namespace baton::transport {
namespace {

const std::string text = "{\"type_description\": {}}";

std::string hash_of(const std::string& description) {
  return msg::to_string(msg::hash_of_description(description));
}

class TypeQuestionsTest : public ::testing::Test {
 protected:
  std::uint64_t ask(const std::string& hash = hash_of(text)) {
    return questions_.add("test/msg/Type", hash, [this](base::Result<std::string> answer) {
      answers_.push_back(answer ? *answer : "error: " + answer.error().text);
    });
  }

  TypeQuestions questions_;
  std::vector<std::string> answers_;
};

TEST_F(TypeQuestionsTest, AreAnsweredWhenTheLastPartIsThere) {
  const std::uint64_t request = ask();
  EXPECT_TRUE(questions_.unsent());
  EXPECT_TRUE(questions_.on_description({request, 0, 2, text.substr(0, 5)}));
  EXPECT_TRUE(answers_.empty());
  EXPECT_TRUE(questions_.on_description({request, 1, 2, text.substr(5)}));
  EXPECT_EQ(answers_, std::vector{text});
  EXPECT_FALSE(questions_.unsent());
}

TEST_F(TypeQuestionsTest, ADescriptionOfAnotherTypeIsAnError) {
  const std::uint64_t request = ask(hash_of("another"));
  EXPECT_TRUE(questions_.on_description({request, 0, 1, text}));
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_NE(answers_[0].find("not the one with the hash"), std::string::npos);
}

TEST_F(TypeQuestionsTest, ATypeThatIsUnknownIsAnError) {
  const std::uint64_t request = ask();
  EXPECT_TRUE(questions_.on_description({request, 0, 0, ""}));
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_NE(answers_[0].find("no longer uses the type"), std::string::npos);
}

TEST_F(TypeQuestionsTest, PartsWithoutOrderBreakTheRules) {
  const std::uint64_t request = ask();
  EXPECT_FALSE(questions_.on_description({request, 1, 2, "late"}));
  EXPECT_TRUE(answers_.empty());
  questions_.fail_all("it was dropped");
  EXPECT_EQ(answers_, std::vector<std::string>{"error: it was dropped"});
}

TEST_F(TypeQuestionsTest, AForgottenOneIsNotAnsweredAndALateAnswerIgnored) {
  const std::uint64_t request = ask();
  questions_.forget(request);
  EXPECT_TRUE(questions_.on_description({request, 0, 1, text}));
  questions_.fail_all("it has gone");
  EXPECT_TRUE(answers_.empty());
}

TEST_F(TypeQuestionsTest, EachOneFailsOnce) {
  ask();
  ask();
  questions_.fail_all("it has gone");
  questions_.fail_all("it has gone");
  EXPECT_EQ(answers_, std::vector<std::string>(2, "error: it has gone"));
}

TEST_F(TypeQuestionsTest, AnAnswerMayAskAgain) {
  std::vector<std::string> second;
  questions_.add("test/msg/Type", hash_of(text), [&](const base::Result<std::string>&) { ask(); });
  questions_.fail_all("it has gone");
  EXPECT_TRUE(questions_.unsent()) << "the new one waits for the next link";
  EXPECT_TRUE(answers_.empty());
}

}  // namespace
}  // namespace baton::transport
