// SPDX-License-Identifier: Apache-2.0
#include "client/parameters/parameter_store.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Descriptor = ParameterStore::Descriptor;
using Overrides = std::map<std::string, ParameterValue>;
using Result = ParameterStore::Result;

const Descriptor plain;

Descriptor dynamic() {
  Descriptor descriptor;
  descriptor.dynamic_typing = true;
  return descriptor;
}

Descriptor read_only() {
  Descriptor descriptor;
  descriptor.read_only = true;
  return descriptor;
}

Descriptor from_to(std::int64_t from, std::int64_t to) {
  Descriptor descriptor;
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].set__from_value(from).set__to_value(to);
  return descriptor;
}

Result result(bool successful, const std::string& reason = "") {
  Result made;
  made.successful = successful;
  made.reason = reason;
  return made;
}

/// What `call` throws of type E says; nothing if it does not throw one.
template <class E, class Call>
std::optional<std::string> text_of(Call&& call) {
  try {
    call();
  } catch (const E& error) {
    return error.what();
  }
  return std::nullopt;
}

class Parameters : public ::testing::Test {
 protected:
  template <class T>
  void declare(const std::string& name, const T& value, const Descriptor& descriptor = plain) {
    store.declare(name, ParameterValue(value), descriptor, false);
  }
  template <class T>
  Result set(const std::string& name, const T& value) {
    return store.set_atomically({Parameter(name, ParameterValue(value))});
  }
  Result unset(const std::string& name) { return store.set_atomically({Parameter(name)}); }
  std::string refusal(const Result& refused) {
    EXPECT_FALSE(refused.successful);
    return std::string(refused.reason);
  }

  ParameterStore store{Overrides{}, false};
};

class UndeclaredParameters : public ::testing::Test {
 protected:
  ParameterStore store{Overrides{{"overridden", ParameterValue(7)}}, true};
  Result set(const std::string& name, int value) {
    return store.set_atomically({Parameter(name, value)});
  }
};

// ---- declaring ----

TEST_F(Parameters, ADeclaredOneHasItsDefault) {
  EXPECT_EQ(store.declare("a", ParameterValue(3), plain, false).get<int>(), 3);
  EXPECT_TRUE(store.has("a"));
  EXPECT_EQ(store.get("a"), Parameter("a", 3));
  EXPECT_EQ(store.types({"a"}), std::vector<std::uint8_t>{PARAMETER_INTEGER});
}

TEST_F(Parameters, EveryTypeCanBeDeclaredSetAndRead) {
  const std::vector<std::pair<ParameterValue, ParameterValue>> values = {
      {ParameterValue(false), ParameterValue(true)},
      {ParameterValue(1), ParameterValue(2)},
      {ParameterValue(1.5), ParameterValue(2.5)},
      {ParameterValue("a"), ParameterValue("b")},
      {ParameterValue(std::vector<std::uint8_t>{1}), ParameterValue(std::vector<std::uint8_t>{})},
      {ParameterValue(std::vector<bool>{true}), ParameterValue(std::vector<bool>{false, true})},
      {ParameterValue(std::vector<int>{1}), ParameterValue(std::vector<int>{2, 3})},
      {ParameterValue(std::vector<double>{1}), ParameterValue(std::vector<double>{2, 3})},
      {ParameterValue(std::vector<std::string>{"a"}), ParameterValue(std::vector<std::string>{})},
  };
  for (const auto& [first, second] : values) {
    const std::string name = to_string(first.get_type());
    EXPECT_EQ(store.declare(name, first, plain, false), first) << name;
    EXPECT_TRUE(store.set_atomically({Parameter(name, second)}).successful) << name;
    EXPECT_EQ(store.get(name).get_parameter_value(), second) << name;
    EXPECT_EQ(store.describe({name})[0].type, first.get_type()) << name;
    for (const auto& [other, unused] : values) {
      if (other.get_type() == first.get_type()) continue;
      EXPECT_FALSE(store.set_atomically({Parameter(name, other)}).successful)
          << name << " " << to_string(other.get_type());
    }
  }
}

TEST_F(Parameters, AReferenceToAValueStaysValidAndShowsChanges) {
  const ParameterValue& value = store.declare("m", ParameterValue(1), plain, false);
  for (int i = 0; i < 100; ++i) declare("n" + std::to_string(i), i);
  set("m", 2);
  EXPECT_EQ(value.get<int>(), 2);
}

TEST_F(Parameters, ANameMustNotBeEmpty) {
  EXPECT_EQ(text_of<exceptions::InvalidParametersException>([&] { declare("", 1); }),
            "parameter name must not be empty");
  EXPECT_EQ(text_of<exceptions::InvalidParametersException>([&] { set("", 1); }),
            "parameter name must not be empty");
}

TEST_F(Parameters, ANameIsDeclaredOnce) {
  declare("a", 1);
  EXPECT_EQ(text_of<exceptions::ParameterAlreadyDeclaredException>([&] { declare("a", 2); }),
            "parameter 'a' has already been declared");
  EXPECT_EQ(store.get("a").as_int(), 1);
}

TEST_F(Parameters, AFixedTypeNeedsAValueOrAType) {
  EXPECT_EQ(text_of<exceptions::InvalidParameterTypeException>(
                [&] { store.declare("a", ParameterValue(), plain, false); }),
            "parameter 'a' has invalid type: cannot declare a statically typed parameter with an "
            "uninitialized value");
  EXPECT_THROW(store.declare("a", PARAMETER_NOT_SET, plain, false), std::invalid_argument);
  EXPECT_THROW(store.declare("a", PARAMETER_BOOL, dynamic(), false), std::invalid_argument);
  EXPECT_FALSE(store.has("a"));
}

TEST_F(Parameters, WithoutADefaultItIsThereButHasNoValue) {
  EXPECT_EQ(store.declare("a", PARAMETER_STRING, plain, false), ParameterValue());
  EXPECT_TRUE(store.has("a"));
  EXPECT_THROW(store.get("a"), exceptions::ParameterUninitializedException);
  Parameter parameter("kept");
  EXPECT_FALSE(store.get("a", parameter));
  EXPECT_EQ(parameter.get_name(), "kept");
  EXPECT_EQ(store.types({"a"}), std::vector<std::uint8_t>{PARAMETER_NOT_SET});
  EXPECT_THAT(refusal(set("a", 1)), StartsWith("Wrong parameter type"));
  EXPECT_THAT(refusal(unset("a")), StartsWith("Wrong parameter type"));
  EXPECT_TRUE(set("a", "text").successful);
  EXPECT_EQ(store.get("a").as_string(), "text");
}

TEST_F(Parameters, ADynamicOneMayHaveNoValue) {
  store.declare("a", ParameterValue(), dynamic(), false);
  EXPECT_EQ(store.get("a"), Parameter("a"));
  EXPECT_TRUE(unset("a").successful);
  EXPECT_TRUE(store.has("a"));
}

TEST_F(Parameters, ADefaultOutOfRangeIsNotDeclared) {
  EXPECT_THAT(*text_of<exceptions::InvalidParameterValueException>(
                  [&] { declare("a", 11, from_to(0, 10)); }),
              StartsWith("parameter 'a' could not be set: Parameter {a} doesn't comply with "
                         "integer range."));
  EXPECT_FALSE(store.has("a"));
}

TEST_F(Parameters, ACallbackCanRefuseADefault) {
  const auto handle =
      store.add_on_set([](const std::vector<Parameter>&) { return result(false, "no"); });
  EXPECT_EQ(text_of<exceptions::InvalidParameterValueException>([&] { declare("a", 1); }),
            "parameter 'a' could not be set: no");
  EXPECT_FALSE(store.has("a"));
}

TEST(ParameterOverrides, TakeThePlaceOfDefaults) {
  ParameterStore store({{"a", ParameterValue(5)}, {"text", ParameterValue("x")}}, false);
  EXPECT_EQ(store.declare("a", ParameterValue(3), plain, false).get<int>(), 5);
  EXPECT_EQ(store.declare("text", PARAMETER_STRING, plain, false).get<std::string>(), "x");
}

TEST(ParameterOverrides, CanBeIgnored) {
  ParameterStore store({{"a", ParameterValue(5)}}, false);
  EXPECT_EQ(store.declare("a", ParameterValue(3), plain, true).get<int>(), 3);
}

TEST(ParameterOverrides, MustHaveTheTypeOfTheParameter) {
  ParameterStore store({{"a", ParameterValue("5")}}, false);
  EXPECT_EQ(text_of<exceptions::InvalidParameterTypeException>(
                [&] { store.declare("a", ParameterValue(3), plain, false); }),
            "parameter 'a' has invalid type: Wrong parameter type, parameter {a} is of type "
            "{integer}, setting it to {string} is not allowed.");
  EXPECT_EQ(store.declare("a", ParameterValue(3), dynamic(), false).get<std::string>(), "5");
}

TEST(ParameterOverrides, MustBeInRange) {
  ParameterStore store({{"a", ParameterValue(50)}}, false);
  EXPECT_THROW(store.declare("a", ParameterValue(3), from_to(0, 10), false),
               exceptions::InvalidParameterValueException);
}

TEST(ParameterOverrides, MayBeOfReadOnlyParameters) {
  ParameterStore store({{"a", ParameterValue(5)}}, false);
  EXPECT_EQ(store.declare("a", ParameterValue(3), read_only(), false).get<int>(), 5);
}

TEST(ParameterOverrides, CanAllBeDeclaredWithTypesThatMayChange) {
  ParameterStore store({{"a", ParameterValue(5)}, {"b", ParameterValue(true)}}, false);
  store.declare("b", ParameterValue(false), plain, true);
  store.declare_overrides();
  EXPECT_EQ(store.get("a").as_int(), 5);
  EXPECT_FALSE(store.get("b").as_bool());
  EXPECT_TRUE(store.set_atomically({Parameter("a", "text")}).successful);
}

// ---- undeclaring ----

TEST_F(Parameters, OnlyWhatMayChangeCanBeUndeclared) {
  declare("fixed", 1);
  Descriptor constant = dynamic();
  constant.read_only = true;
  declare("constant", 1, constant);
  declare("free", 1, dynamic());
  EXPECT_EQ(text_of<exceptions::ParameterNotDeclaredException>([&] { store.undeclare("none"); }),
            "cannot undeclare parameter 'none' which has not yet been declared");
  EXPECT_EQ(text_of<exceptions::ParameterImmutableException>([&] { store.undeclare("constant"); }),
            "cannot undeclare parameter 'constant' because it is read-only");
  EXPECT_EQ(text_of<exceptions::InvalidParameterTypeException>([&] { store.undeclare("fixed"); }),
            "parameter 'fixed' has invalid type: cannot undeclare a statically typed parameter");
  store.undeclare("free");
  EXPECT_FALSE(store.has("free"));
  declare("free", "again");
  EXPECT_EQ(store.get("free").as_string(), "again");
}

TEST_F(Parameters, SettingADynamicOneToNothingUndeclaresIt) {
  declare("free", 1, dynamic());
  declare("fixed", 1);
  EXPECT_TRUE(unset("free").successful);
  EXPECT_FALSE(store.has("free"));
  EXPECT_EQ(refusal(unset("fixed")), "cannot undeclare a statically typed parameter");
  EXPECT_TRUE(store.has("fixed"));
}

// ---- setting ----

TEST_F(Parameters, WhatIsNotDeclaredCannotBeSet) {
  declare("a", 1);
  EXPECT_EQ(text_of<exceptions::ParameterNotDeclaredException>([&] {
              store.set_atomically({Parameter("a", 2), Parameter("b", 2)});
            }),
            "parameter 'b' cannot be set because it was not declared");
  EXPECT_EQ(store.get("a").as_int(), 1);
}

TEST_F(Parameters, WhatIsReadOnlyCannotBeSet) {
  declare("a", 1, read_only());
  EXPECT_EQ(refusal(set("a", 2)), "parameter 'a' cannot be set because it is read-only");
  EXPECT_EQ(store.get("a").as_int(), 1);
}

TEST_F(Parameters, AFixedTypeStaysAndADynamicOneChanges) {
  declare("fixed", 1);
  declare("free", 1, dynamic());
  EXPECT_EQ(refusal(set("fixed", 1.0)),
            "Wrong parameter type, parameter {fixed} is of type {integer}, setting it to {double} "
            "is not allowed.");
  EXPECT_TRUE(set("free", "text").successful);
  EXPECT_EQ(store.describe({"free"})[0].type, PARAMETER_STRING);
  EXPECT_TRUE(store.describe({"free"})[0].dynamic_typing);
}

TEST_F(Parameters, RangesHoldForWhatIsSet) {
  declare("a", 5, from_to(0, 10));
  EXPECT_THAT(refusal(set("a", 11)),
              StartsWith("Parameter {a} doesn't comply with integer range."));
  EXPECT_TRUE(set("a", 10).successful);
}

TEST_F(Parameters, SettingAtomicallyIsAllOrNothing) {
  declare("a", 1);
  declare("b", 1, from_to(0, 10));
  EXPECT_FALSE(store.set_atomically({Parameter("a", 2), Parameter("b", 20)}).successful);
  EXPECT_EQ(store.get("a").as_int(), 1);
  EXPECT_TRUE(store.set_atomically({Parameter("a", 2), Parameter("b", 3)}).successful);
  EXPECT_EQ(store.get_all({"a", "b"}), (std::vector{Parameter("a", 2), Parameter("b", 3)}));
}

TEST_F(Parameters, SettingSeveralSetsWhatItCan) {
  declare("a", 1);
  declare("b", 1, from_to(0, 10));
  const auto results = store.set({Parameter("a", 2), Parameter("b", 20), Parameter("b", 4)});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_TRUE(results[0].successful);
  EXPECT_FALSE(results[1].successful);
  EXPECT_TRUE(results[2].successful);
  EXPECT_EQ(store.get_all({"a", "b"}), (std::vector{Parameter("a", 2), Parameter("b", 4)}));
}

TEST_F(Parameters, SettingNothingAtomicallyIsRefused) {
  EXPECT_THAT(refusal(store.set_atomically({})), StartsWith("parameter list cannot be empty"));
  EXPECT_TRUE(store.set({}).empty());
}

TEST_F(Parameters, OfTwoValuesForOneNameTheLaterOneStays) {
  declare("a", 1);
  EXPECT_TRUE(store.set_atomically({Parameter("a", 2), Parameter("a", 3)}).successful);
  EXPECT_EQ(store.get("a").as_int(), 3);
}

// ---- what is not declared, where that is allowed ----

TEST_F(UndeclaredParameters, AreDeclaredByBeingSet) {
  EXPECT_TRUE(set("a", 1).successful);
  EXPECT_EQ(store.get("a").as_int(), 1);
  EXPECT_TRUE(store.describe({"a"})[0].dynamic_typing);
  EXPECT_EQ(store.describe({"a"})[0].name, "a");
  EXPECT_TRUE(store.set_atomically({Parameter("a")}).successful);
  EXPECT_FALSE(store.has("a"));
}

TEST_F(UndeclaredParameters, ReadAsNotSet) {
  EXPECT_EQ(store.get("a"), Parameter("a"));
  EXPECT_EQ(store.types({"a"}), std::vector<std::uint8_t>{PARAMETER_NOT_SET});
  EXPECT_EQ(store.describe({"a"})[0].name, "a");
  EXPECT_FALSE(store.has("a"));
}

TEST_F(UndeclaredParameters, AreSetToWhatIsAskedForNotToAnOverride) {
  EXPECT_TRUE(set("overridden", 1).successful);
  EXPECT_EQ(store.get("overridden").as_int(), 1);
}

TEST_F(UndeclaredParameters, DoNotStayWhenAnotherValueIsRefused) {
  store.declare("a", ParameterValue(1), from_to(0, 10), false);
  EXPECT_FALSE(store.set_atomically({Parameter("new", 1), Parameter("a", 50)}).successful);
  EXPECT_FALSE(store.has("new"));
}

// ---- reading ----

TEST_F(Parameters, WhatIsNotDeclaredCannotBeRead) {
  declare("a", 1);
  Parameter parameter("kept");
  EXPECT_FALSE(store.get("b", parameter));
  EXPECT_EQ(parameter.get_name(), "kept");
  EXPECT_THAT(*text_of<exceptions::ParameterNotDeclaredException>([&] { store.get("b"); }),
              HasSubstr("'b'"));
  EXPECT_THROW(store.get_all({"a", "b"}), exceptions::ParameterNotDeclaredException);
  EXPECT_THROW(store.types({"a", "b"}), exceptions::ParameterNotDeclaredException);
  EXPECT_THROW(store.describe({"a", "b"}), exceptions::ParameterNotDeclaredException);
}

TEST_F(Parameters, ADescriptionIsTheOneThatWasDeclared) {
  Descriptor descriptor = from_to(0, 10);
  descriptor.description = "how fast";
  descriptor.additional_constraints = "even";
  declare("speed", 4, descriptor);
  const Descriptor described = store.describe({"speed"})[0];
  EXPECT_EQ(described.name, "speed");
  EXPECT_EQ(described.type, PARAMETER_INTEGER);
  EXPECT_EQ(described.description, "how fast");
  EXPECT_EQ(described.additional_constraints, "even");
  EXPECT_EQ(described.integer_range.size(), 1u);
  EXPECT_FALSE(described.read_only);
}

TEST_F(Parameters, APrefixIsAWholePartOfNames) {
  for (const char* name : {"arm.joint.p", "arm.speed", "armour", "arm", "speed"}) declare(name, 1);
  std::map<std::string, Parameter> found;
  EXPECT_TRUE(store.get_by_prefix("arm", found));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found.at("joint.p").get_name(), "arm.joint.p");
  EXPECT_EQ(found.at("speed").get_name(), "arm.speed");
  found.clear();
  EXPECT_FALSE(store.get_by_prefix("leg", found));
  EXPECT_TRUE(found.empty());
  EXPECT_TRUE(store.get_by_prefix("", found));
  EXPECT_EQ(found.size(), 5u);
}

TEST_F(Parameters, AreListedByPrefixAndDepth) {
  for (const char* name : {"a", "arm", "arm.x", "arm.y.z", "armour", "leg.x"}) declare(name, 1);
  const auto names = [&](const std::vector<std::string>& prefixes, std::uint64_t depth) {
    const auto listed = store.list(prefixes, depth);
    return std::vector<std::string>(listed.names.begin(), listed.names.end());
  };
  EXPECT_THAT(names({}, 0), ElementsAre("a", "arm", "arm.x", "arm.y.z", "armour", "leg.x"));
  EXPECT_THAT(names({}, 1), ElementsAre("a", "arm", "armour"));
  EXPECT_THAT(names({}, 2), ElementsAre("a", "arm", "arm.x", "armour", "leg.x"));
  EXPECT_THAT(names({"arm"}, 0), ElementsAre("arm", "arm.x", "arm.y.z"));
  EXPECT_THAT(names({"arm"}, 1), ElementsAre("arm", "arm.x"));
  EXPECT_THAT(names({"arm.y", "leg"}, 5), ElementsAre("arm.y.z", "leg.x"));
  EXPECT_THAT(names({"ar"}, 0), ElementsAre());
  const auto listed = store.list({}, 0);
  EXPECT_THAT(std::vector<std::string>(listed.prefixes.begin(), listed.prefixes.end()),
              ElementsAre("arm", "arm.y", "leg"));
}

// ---- callbacks ----

TEST_F(Parameters, CallbacksAreCalledInOrderTheNewestFirst) {
  declare("a", 1);
  std::string order;
  using List = std::vector<Parameter>;
  const auto pre = [&](char mark) {
    return store.add_pre_set([&order, mark](List&) { order += mark; });
  };
  const auto on = [&](char mark) {
    return store.add_on_set([&order, mark](const List&) {
      order += mark;
      return result(true);
    });
  };
  const auto post = [&](char mark) {
    return store.add_post_set([&order, mark](const List&) { order += mark; });
  };
  const auto p1 = post('5');
  const auto p2 = post('6');
  const auto o1 = on('3');
  const auto o2 = on('4');
  const auto b1 = pre('1');
  const auto b2 = pre('2');
  set("a", 2);
  EXPECT_EQ(order, "214365");
  order.clear();
  declare("b", 1);
  EXPECT_EQ(order, "4365");
}

TEST_F(Parameters, ACallbackBeforeCanChangeTheList) {
  declare("a", 1);
  declare("b", 1);
  const auto handle = store.add_pre_set([](std::vector<Parameter>& parameters) {
    parameters.emplace_back("b", parameters[0].as_int() * 2);
  });
  EXPECT_TRUE(set("a", 4).successful);
  EXPECT_EQ(store.get("b").as_int(), 8);
}

TEST_F(Parameters, ACallbackBeforeThatEmptiesTheListPreventsIt) {
  declare("a", 1);
  const auto handle =
      store.add_pre_set([](std::vector<Parameter>& parameters) { parameters.clear(); });
  EXPECT_EQ(refusal(set("a", 2)),
            "parameter list cannot be empty, this might be due to pre_set_parameters_callback "
            "modifying the original parameters list.");
  EXPECT_EQ(store.get("a").as_int(), 1);
}

TEST_F(Parameters, ARefusalEndsTheQuestions) {
  declare("a", 1);
  int older = 0;
  int after = 0;
  const auto first = store.add_on_set([&](const std::vector<Parameter>&) {
    ++older;
    return result(true);
  });
  const auto second =
      store.add_on_set([](const std::vector<Parameter>&) { return result(false, "too fast"); });
  const auto third = store.add_post_set([&](const std::vector<Parameter>&) { ++after; });
  EXPECT_EQ(refusal(set("a", 2)), "too fast");
  EXPECT_EQ(store.get("a").as_int(), 1);
  EXPECT_EQ(older, 0);
  EXPECT_EQ(after, 0);
}

TEST_F(Parameters, CallbacksSeeOldAndNewValues) {
  declare("a", 1);
  std::int64_t before = 0;
  std::int64_t after = 0;
  const auto on = store.add_on_set([&](const std::vector<Parameter>& parameters) {
    before = store.get("a").as_int();
    return result(parameters[0].as_int() == 2);
  });
  const auto post =
      store.add_post_set([&](const std::vector<Parameter>&) { after = store.get("a").as_int(); });
  EXPECT_TRUE(set("a", 2).successful);
  EXPECT_EQ(before, 1);
  EXPECT_EQ(after, 2);
}

TEST_F(Parameters, CallbacksCannotChangeParameters) {
  declare("a", 1);
  int refused = 0;
  const auto attempt = [&](auto&& change) {
    refused += text_of<exceptions::ParameterModifiedInCallbackException>(change) ==
               "cannot set or declare a parameter, or change the callback from within set callback";
  };
  const auto try_all = [&] {
    attempt([&] { set("a", 9); });
    attempt([&] { declare("b", 1); });
    attempt([&] { store.undeclare("a"); });
    attempt([&] { (void)store.add_pre_set([](std::vector<Parameter>&) {}); });
    attempt([&] { store.remove(static_cast<const ParameterStore::PreSetHandle*>(nullptr)); });
  };
  const auto pre = store.add_pre_set([&](std::vector<Parameter>&) { try_all(); });
  const auto on = store.add_on_set([&](const std::vector<Parameter>&) {
    try_all();
    return result(true);
  });
  const auto post = store.add_post_set([&](const std::vector<Parameter>&) { try_all(); });
  EXPECT_TRUE(set("a", 2).successful);
  EXPECT_EQ(refused, 15);
  EXPECT_EQ(store.get("a").as_int(), 2);
  EXPECT_FALSE(store.has("b"));
}

TEST_F(Parameters, AfterACallbackThrewEverythingStillWorks) {
  declare("a", 1);
  auto handle = store.add_on_set(
      [](const std::vector<Parameter>&) -> Result { throw std::runtime_error("in the callback"); });
  EXPECT_THROW(set("a", 2), std::runtime_error);
  EXPECT_EQ(store.get("a").as_int(), 1);
  handle.reset();
  EXPECT_TRUE(set("a", 2).successful);
}

TEST_F(Parameters, CallbacksEndWithTheirHandleOrWhenRemoved) {
  declare("a", 1);
  int calls = 0;
  const auto count = [&](const std::vector<Parameter>&) {
    ++calls;
    return result(true);
  };
  auto dropped = store.add_on_set(count);
  const auto removed = store.add_on_set(count);
  set("a", 2);
  EXPECT_EQ(calls, 2);
  dropped.reset();
  store.remove(removed.get());
  set("a", 3);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(text_of<std::runtime_error>([&] { store.remove(removed.get()); }),
            "On set parameter callback doesn't exist");
}

// ---- events ----

class ParameterEvents : public Parameters {
 protected:
  ParameterEvents() {
    store.publish_with(
        [this](ParameterStore::Event&& event) { events.push_back(std::move(event)); });
  }
  template <class Messages>
  static std::vector<std::string> show(const Messages& messages) {
    std::vector<std::string> shown;
    for (const auto& message : messages) {
      const auto parameter = Parameter::from_parameter_msg(message);
      shown.push_back(parameter.get_name() + "=" + parameter.value_to_string());
    }
    return shown;
  }
  std::vector<ParameterStore::Event> events;
};

TEST_F(ParameterEvents, TellWhatIsNewChangedAndDeleted) {
  declare("a", 1);
  declare("free", 1, dynamic());
  store.set_atomically({Parameter("a", 2), Parameter("free")});
  ASSERT_EQ(events.size(), 3u);
  EXPECT_THAT(show(events[0].new_parameters), ElementsAre("a=1"));
  EXPECT_THAT(show(events[2].new_parameters), ElementsAre());
  EXPECT_THAT(show(events[2].changed_parameters), ElementsAre("a=2"));
  EXPECT_THAT(show(events[2].deleted_parameters), ElementsAre("free=not set"));
}

TEST_F(ParameterEvents, TellNothingOfWhatIsRefused) {
  declare("a", 1, read_only());
  events.clear();
  set("a", 2);
  EXPECT_TRUE(events.empty());
}

TEST_F(ParameterEvents, OfSeveralSetOneByOneAreSeveral) {
  declare("a", 1);
  declare("b", 1);
  events.clear();
  store.set({Parameter("a", 2), Parameter("b", 2)});
  EXPECT_EQ(events.size(), 2u);
}

TEST_F(ParameterEvents, AreToldOfWhatIsStoredWhateverACallbackBehindThrows) {
  declare("a", 1);
  declare("b", 1, dynamic());
  events.clear();
  int told = 0;
  const auto first = store.add_post_set([&](const std::vector<Parameter>&) { ++told; });
  const auto throwing = store.add_post_set([&](const std::vector<Parameter>&) {
    ++told;
    throw std::logic_error("on purpose");
  });
  EXPECT_THROW(store.set_atomically({Parameter("a", 2)}), std::logic_error);
  EXPECT_EQ(told, 2);
  EXPECT_EQ(store.get("a").as_int(), 2);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(show(events[0].changed_parameters), std::vector<std::string>{"a=2"});

  EXPECT_THROW(store.set_atomically({Parameter("b")}), std::logic_error);
  EXPECT_FALSE(store.has("b"));
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1].deleted_parameters.size(), 1u);

  EXPECT_THROW(declare("c", 3), std::logic_error);
  EXPECT_TRUE(store.has("c"));
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(show(events[2].new_parameters), std::vector<std::string>{"c=3"});
}

TEST(ParameterEventsOfUndeclared, SayThatTheyAreNew) {
  ParameterStore store({}, true);
  std::vector<ParameterStore::Event> events;
  store.publish_with([&](ParameterStore::Event&& event) { events.push_back(std::move(event)); });
  store.set_atomically({Parameter("a", 1)});
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].new_parameters.size(), 1u);
  EXPECT_TRUE(events[0].changed_parameters.empty());
}

// ---- describing anew ----

TEST_F(Parameters, AreDescribedAnewWithTheValueThatTheyHave) {
  declare("a", 3);
  Descriptor descriptor = from_to(0, 5);
  descriptor.name = "another name";
  descriptor.type = PARAMETER_INTEGER;
  EXPECT_EQ(store.describe_anew("a", descriptor, std::nullopt), ParameterValue(3));
  const Descriptor found = store.describe({"a"})[0];
  EXPECT_EQ(found.name, "a");
  EXPECT_EQ(found.integer_range[0].to_value, 5);
  EXPECT_FALSE(store.set_atomically({Parameter("a", 6)}).successful);

  descriptor.integer_range.clear();
  descriptor.dynamic_typing = true;
  store.describe_anew("a", descriptor, std::nullopt);
  EXPECT_TRUE(store.set_atomically({Parameter("a", "text")}).successful);
}

TEST_F(Parameters, ThatADescriptionDoesNotAllowGetTheOtherValueOrStay) {
  declare("a", 30);
  Descriptor descriptor = from_to(0, 5);
  descriptor.type = PARAMETER_INTEGER;
  EXPECT_THROW(store.describe_anew("a", descriptor, std::nullopt),
               exceptions::InvalidParameterValueException);
  EXPECT_THROW(store.describe_anew("a", descriptor, ParameterValue(31)),
               exceptions::InvalidParameterValueException);
  EXPECT_TRUE(store.describe({"a"})[0].integer_range.empty());
  EXPECT_EQ(store.describe_anew("a", descriptor, ParameterValue(4)), ParameterValue(4));
  EXPECT_EQ(store.get("a").as_int(), 4);

  EXPECT_THROW(store.describe_anew("b", descriptor, std::nullopt),
               exceptions::ParameterNotDeclaredException);
  descriptor.read_only = true;
  store.describe_anew("a", descriptor, std::nullopt);
  EXPECT_THROW(store.describe_anew("a", descriptor, std::nullopt),
               exceptions::ParameterImmutableException);
}

TEST_F(ParameterEvents, TellOfAValueThatANewDescriptionReplaces) {
  declare("a", 30);
  events.clear();
  Descriptor descriptor = from_to(0, 5);
  descriptor.type = PARAMETER_INTEGER;
  store.describe_anew("a", descriptor, ParameterValue(4));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(show(events[0].changed_parameters), std::vector<std::string>{"a=4"});
  store.describe_anew("a", descriptor, ParameterValue(5));
  EXPECT_EQ(events.size(), 1u);
}

// ---- threads ----

TEST_F(Parameters, ThreadsSetAndReadTogetherAndNeverSeeHalfOfAChange) {
  declare("a", 0);
  declare("b", 0);
  std::atomic<int> torn{0};
  const auto work = [&](int offset) {
    for (int i = 0; i < 500; ++i) {
      const int value = offset * 1000 + i;
      store.set_atomically({Parameter("a", value), Parameter("b", value)});
      const auto seen = store.get_all({"a", "b"});
      if (seen[0].as_int() != seen[1].as_int()) ++torn;
      store.list({}, 0);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(torn, 0);
}

}  // namespace
}  // namespace baton::client
