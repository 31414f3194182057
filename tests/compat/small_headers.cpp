// SPDX-License-Identifier: Apache-2.0
// rcutils, rcpputils, rmw, rcl and rosidl_runtime_cpp, as far as packages use them.
#include <gmock/gmock.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rcl/error_handling.h"
#include "rcl/types.h"
#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/scope_exit.hpp"
#include "rcpputils/asserts.hpp"
#include "rcpputils/endian.hpp"
#include "rcpputils/env.hpp"
#include "rcpputils/filesystem_helper.hpp"
#include "rcpputils/find_and_replace.hpp"
#include "rcpputils/join.hpp"
#include "rcpputils/pointer_traits.hpp"
#include "rcpputils/process.hpp"
#include "rcpputils/rolling_mean_accumulator.hpp"
#include "rcpputils/scope_exit.hpp"
#include "rcpputils/split.hpp"
#include "rcpputils/thread_name.hpp"
#include "rcpputils/thread_safety_annotations.hpp"
#include "rcpputils/time.hpp"
#include "rcpputils/tl_expected/expected.hpp"
#include "rcutils/allocator.h"
#include "rcutils/cmdline_parser.h"
#include "rcutils/env.h"
#include "rcutils/error_handling.h"
#include "rcutils/filesystem.h"
#include "rcutils/find.h"
#include "rcutils/format_string.h"
#include "rcutils/isalnum_no_locale.h"
#include "rcutils/logging.h"
#include "rcutils/macros.h"
#include "rcutils/process.h"
#include "rcutils/snprintf.h"
#include "rcutils/strcasecmp.h"
#include "rcutils/strdup.h"
#include "rcutils/time.h"
#include "rmw/error_handling.h"
#include "rmw/rmw.h"
#include "rmw/time.h"
#include "rosidl_runtime_cpp/bounded_vector.hpp"
#include "rosidl_runtime_cpp/message_initialization.hpp"
#include "rosidl_runtime_cpp/traits.hpp"
#include "sensor_msgs/msg/temperature.hpp"
#include "tracetools/tracetools.h"

namespace {

TEST(Rcutils, FindsOptionsOfACommandLine) {
  char program[] = "talker", option[] = "-t", value[] = "chatter", help[] = "-h";
  char* argv[] = {program, option, value, help};
  EXPECT_TRUE(rcutils_cli_option_exist(argv, argv + 4, "-h"));
  EXPECT_FALSE(rcutils_cli_option_exist(argv, argv + 4, "-x"));
  EXPECT_STREQ(rcutils_cli_get_option(argv, argv + 4, "-t"), "chatter");
  EXPECT_EQ(rcutils_cli_get_option(argv, argv + 4, "-h"), nullptr);
}

TEST(Rcutils, KeepsTheErrorOfAThread) {
  EXPECT_STREQ(rcutils_get_error_string().str, "error not set");
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("%d apples", 3);
  ASSERT_TRUE(rcl_error_is_set());
  EXPECT_STREQ(rcutils_get_error_state()->message, "3 apples");
  EXPECT_THAT(rcl_get_error_string().str, testing::StartsWith("3 apples, at "));
  std::thread([] { EXPECT_FALSE(rcutils_error_is_set()); }).join();
  rcutils_reset_error();
  EXPECT_FALSE(rmw_error_is_set());
  const auto checked = [](const char* text) {
    RCUTILS_CHECK_ARGUMENT_FOR_NULL(text, RCUTILS_RET_INVALID_ARGUMENT);
    return RCUTILS_RET_OK;
  };
  EXPECT_EQ(checked(nullptr), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_STREQ(rcutils_get_error_state()->message, "text argument is null");
  rcutils_reset_error();
}

TEST(Rcutils, AllocatesTexts) {
  rcutils_allocator_t allocator = rcutils_get_default_allocator();
  ASSERT_TRUE(rcutils_allocator_is_valid(&allocator));
  EXPECT_FALSE(rcutils_allocator_is_valid(nullptr));
  const std::pair<char*, const char*> texts[] = {
      {rcutils_strdup("copy", allocator), "copy"},
      {rcutils_strndup("copy", 2, allocator), "co"},
      {rcutils_format_string(allocator, "%s-%d", "a", 1), "a-1"},
      {rcutils_format_string_limit(allocator, 3, "%s", "long"), "lo"},
      {rcutils_join_path("/a", "b", allocator), "/a/b"},
  };
  for (const auto& [text, expected] : texts) {
    EXPECT_STREQ(text, expected);
    allocator.deallocate(text, allocator.state);
  }
  char* const name = rcutils_get_executable_name(allocator);
  EXPECT_EQ(rcpputils::get_executable_name(), name);
  allocator.deallocate(name, allocator.state);
}

TEST(Rcutils, KnowsTheEnvironment) {
  const char* value = nullptr;
  EXPECT_EQ(rcutils_get_env("BATON_NOT_SET", &value), nullptr);
  EXPECT_STREQ(value, "");
  EXPECT_TRUE(rcutils_set_env("BATON_NOT_SET", "now"));
  EXPECT_EQ(rcpputils::get_env_var("BATON_NOT_SET"), "now");
  EXPECT_TRUE(rcpputils::set_env_var("BATON_NOT_SET", nullptr));
  EXPECT_EQ(rcpputils::get_env_var("BATON_NOT_SET"), "");
  EXPECT_NE(rcutils_get_env(nullptr, &value), nullptr);
  EXPECT_THROW(rcpputils::set_env_var(nullptr, "x"), std::runtime_error);
}

TEST(Rcutils, TellsTheTime) {
  rcutils_time_point_value_t now = 0;
  ASSERT_EQ(rcutils_system_time_now(&now), RCUTILS_RET_OK);
  EXPECT_GT(now, RCUTILS_S_TO_NS(1'600'000'000));
  EXPECT_EQ(rcutils_steady_time_now(nullptr), RCUTILS_RET_INVALID_ARGUMENT);
  char text[32];
  now = -1'500'000'000;
  EXPECT_EQ(rcutils_time_point_value_as_seconds_string(&now, text, sizeof(text)), RCUTILS_RET_OK);
  EXPECT_STREQ(text, "-0000000001.500000000");
  EXPECT_EQ(rcutils_time_point_value_as_nanoseconds_string(&now, text, sizeof(text)),
            RCUTILS_RET_OK);
  EXPECT_STREQ(text, "-0000000001500000000");
}

TEST(Rcutils, HasTheSmallFunctions) {
  EXPECT_EQ(rcutils_find("a/b/c", '/'), 1u);
  EXPECT_EQ(rcutils_find_last("a/b/c", '/'), 3u);
  EXPECT_EQ(rcutils_find("abc", '/'), SIZE_MAX);
  EXPECT_EQ(rcutils_strcasecmp("Abc", "aBC"), 0);
  EXPECT_TRUE(rcutils_isalnum_no_locale('z'));
  char text[4];
  EXPECT_EQ(rcutils_snprintf(text, sizeof(text), "%s", "longer"), 6);
  EXPECT_TRUE(rcutils_is_directory("/"));
  EXPECT_FALSE(rcutils_is_file("/"));
  EXPECT_EQ(rcutils_get_pid(), getpid());
}

TEST(Rcutils, WalksThroughFolders) {
  const auto folder = rcpputils::fs::create_temp_directory("baton_compat_");
  RCPPUTILS_SCOPE_EXIT({ rcpputils::fs::remove_all(folder); });
  const auto below = folder / "below";
  ASSERT_TRUE(rcpputils::fs::create_directories(below));
  std::ofstream((folder / "five").string()) << "12345";
  std::ofstream((below / "three").string()) << "123";
  rcutils_allocator_t allocator = rcutils_get_default_allocator();

  std::set<std::string> names;
  rcutils_dir_iter_t* iterator = rcutils_dir_iter_start(folder.string().c_str(), allocator);
  ASSERT_NE(iterator, nullptr);
  do {
    names.insert(iterator->entry_name);
  } while (rcutils_dir_iter_next(iterator));
  EXPECT_EQ(iterator->entry_name, nullptr);
  rcutils_dir_iter_end(iterator);
  EXPECT_THAT(names, testing::ElementsAre(".", "..", "below", "five"));

  std::uint64_t size = 0;
  const std::string path = folder.string();
  EXPECT_EQ(rcutils_calculate_directory_size(path.c_str(), &size, allocator), RCUTILS_RET_OK);
  EXPECT_EQ(size, 5u);
  for (const auto& [depth, bytes] : {std::pair{0u, 8u}, {1u, 5u}, {2u, 8u}}) {
    EXPECT_EQ(
        rcutils_calculate_directory_size_with_recursion(path.c_str(), depth, &size, allocator),
        RCUTILS_RET_OK);
    EXPECT_EQ(size, bytes) << depth;
  }
  EXPECT_EQ(rcutils_calculate_directory_size((path + "/five").c_str(), &size, allocator),
            RCUTILS_RET_ERROR);
  EXPECT_EQ(rcutils_calculate_directory_size(nullptr, &size, allocator),
            RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_dir_iter_start("/no/such/folder", allocator), nullptr);
  EXPECT_FALSE(rcutils_dir_iter_next(nullptr));
}

TEST(Rcutils, ExpandsPaths) {
  rcutils_allocator_t allocator = rcutils_get_default_allocator();
  const std::string home = rcpputils::get_env_var("HOME");
  RCPPUTILS_SCOPE_EXIT({ rcpputils::set_env_var("HOME", home.empty() ? nullptr : home.c_str()); });
  ASSERT_TRUE(rcpputils::set_env_var("HOME", "/srv/robot"));
  const std::pair<char*, const char*> texts[] = {
      {rcutils_expand_user("~/log", allocator), "/srv/robot/log"},
      {rcutils_expand_user("/log~", allocator), "/log~"},
      {rcutils_to_native_path("/a/b", allocator), "/a/b"},
  };
  for (const auto& [text, expected] : texts) {
    EXPECT_STREQ(text, expected);
    allocator.deallocate(text, allocator.state);
  }
  EXPECT_EQ(rcutils_expand_user(nullptr, allocator), nullptr);
  EXPECT_EQ(rcutils_to_native_path(nullptr, allocator), nullptr);
  ASSERT_TRUE(rcpputils::set_env_var("HOME", nullptr));
  EXPECT_EQ(rcutils_expand_user("~", allocator), nullptr);
}

TEST(Rcutils, NamesSeveritiesOfTexts) {
  rcutils_allocator_t allocator = rcutils_get_default_allocator();
  int severity = -1;
  for (const auto& [text, level] :
       {std::pair{"DEBUG", 10}, {"info", 20}, {"Fatal", 50}, {"UNSET", 0}}) {
    EXPECT_EQ(rcutils_logging_severity_level_from_string(text, allocator, &severity),
              RCUTILS_RET_OK);
    EXPECT_EQ(severity, level) << text;
  }
  EXPECT_EQ(rcutils_logging_severity_level_from_string("loud", allocator, &severity),
            RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID);
  EXPECT_EQ(rcutils_logging_severity_level_from_string(nullptr, allocator, &severity),
            RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_logging_initialize_with_allocator(rcutils_get_zero_initialized_allocator()),
            RCUTILS_RET_INVALID_ARGUMENT);
}

TEST(Rcutils, ChecksAllocators) {
  const auto checked = [](const rcutils_allocator_t& allocator) {
    RCUTILS_CAN_RETURN_WITH_ERROR_OF(RCUTILS_RET_BAD_ALLOC);
    RCUTILS_CHECK_ALLOCATOR(&allocator, return RCUTILS_RET_BAD_ALLOC);
    return RCUTILS_RET_OK;
  };
  EXPECT_EQ(checked(rcutils_get_default_allocator()), RCUTILS_RET_OK);
  const rcutils_allocator_t nothing = rcutils_get_zero_initialized_allocator();
  EXPECT_EQ(checked(nothing), RCUTILS_RET_BAD_ALLOC);
  EXPECT_EQ(rcutils_initialize_error_handling_thread_local_storage(nothing),
            RCUTILS_RET_INVALID_ARGUMENT);
  const auto explained = [&nothing] {
    RCUTILS_CHECK_ALLOCATOR_WITH_MSG(&nothing, "no allocator", return RCUTILS_RET_NOT_INITIALIZED);
    return RCUTILS_RET_OK;
  };
  EXPECT_EQ(explained(), RCUTILS_RET_NOT_INITIALIZED);
  EXPECT_STREQ(rcutils_get_error_state()->message, "no allocator");
  rcutils_reset_error();
  const int RCUTILS_JOIN(two_, parts) = 2;
  EXPECT_EQ(two_parts, 2);
}

TEST(Rcpputils, WorksOnTexts) {
  EXPECT_EQ(rcpputils::join(std::vector<int>{1, 2, 3}, ", "), "1, 2, 3");
  EXPECT_THAT(rcpputils::split("a;b;;c", ';'), testing::ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(rcpputils::split("/a//b/", '/', true), testing::ElementsAre("a", "b"));
  EXPECT_EQ(rcpputils::find_and_replace("a.b.c", ".", "::"), "a::b::c");
  EXPECT_EQ(rcpputils::find_and_replace(std::string("aaa"), std::string("aa"), "b"), "ba");
  EXPECT_EQ(rcpputils::find_and_replace("same", "", "x"), "same");
}

TEST(Rcpputils, LeavesScopes) {
  std::string order;
  {
    RCPPUTILS_SCOPE_EXIT({ order += "1"; });
    RCLCPP_SCOPE_EXIT(order += "2");
    auto cancelled = rcpputils::make_scope_exit([&] { order += "never"; });
    cancelled.cancel();
  }
  EXPECT_EQ(order, "21");
}

TEST(Rcpputils, HasExpectedValues) {
  const auto half = [](int number) -> tl::expected<int, std::string> {
    if (number % 2 != 0) return tl::make_unexpected("odd");
    return number / 2;
  };
  EXPECT_EQ(half(4).value_or(0), 2);
  EXPECT_EQ(half(3).error(), "odd");
}

TEST(Rcpputils, ChecksConditions) {
  EXPECT_THROW(rcpputils::require_true(false), std::invalid_argument);
  EXPECT_THROW(rcpputils::check_true(false, "state"), rcpputils::IllegalStateException);
  EXPECT_NO_THROW(rcpputils::assert_true(true));
}

TEST(Rcpputils, KnowsPointersTimesAndThreads) {
  static_assert(rcpputils::is_pointer<const std::shared_ptr<int>&>::value);
  static_assert(rcpputils::is_pointer<int*>::value && !rcpputils::is_pointer<int>::value);
  static_assert(std::is_same_v<rcpputils::remove_pointer<std::unique_ptr<int>>::type, int>);
  static_assert(rcpputils::endian::native == rcpputils::endian::little);
  EXPECT_EQ(rcpputils::convert_to_nanoseconds(std::chrono::milliseconds(2)),
            std::chrono::nanoseconds(2'000'000));
  EXPECT_THROW(rcpputils::convert_to_nanoseconds(std::chrono::hours::max()), std::invalid_argument);
  std::thread([] {
    rcpputils::set_thread_name("a_name_that_is_too_long");
    EXPECT_EQ(rcpputils::get_thread_name(), "a_name_that_is_");
  }).join();
  rcpputils::RollingMeanAccumulator<double> mean(2);
  for (const double value : {100.0, 1.0, 3.0}) mean.accumulate(value);
  EXPECT_EQ(mean.getRollingMean(), 2.0);
}

TEST(Rcpputils, AsksTheFileSystem) {
  const rcpputils::fs::path folder = rcpputils::fs::create_temp_directory("baton_compat_");
  RCPPUTILS_SCOPE_EXIT({ rcpputils::fs::remove_all(folder); });
  EXPECT_TRUE(folder.is_directory());
  const auto file = folder / "a" / "b.tar.gz";
  EXPECT_FALSE(file.exists());
  EXPECT_TRUE(rcpputils::fs::create_directories(file.parent_path()));
  EXPECT_TRUE(rcpputils::fs::is_directory(folder / "a"));
  EXPECT_EQ(rcpputils::fs::remove_extension(file.filename(), 2).string(), "b");
  EXPECT_EQ((folder / "a").string(),
            folder.string() + std::string(1, rcpputils::fs::kPreferredSeparator) + "a");
}

TEST(Rmw, KnowsLengthsOfTime) {
  EXPECT_EQ(rmw_time_total_nsec(rmw_time_t{1, 5}), 1'000'000'005);
  EXPECT_EQ(rmw_time_total_nsec(rmw_time_t RMW_DURATION_INFINITE), INT64_MAX);
  EXPECT_TRUE(rmw_time_equal(rmw_time_from_nsec(2'500'000'000), rmw_time_t{2, 500'000'000}));
  EXPECT_EQ(rmw_time_normalize(rmw_time_t{0, 1'500'000'000}).sec, 1u);
}

TEST(Rmw, SaysWhatItIs) {
  EXPECT_STREQ(rmw_get_implementation_identifier(), "baton");
  EXPECT_STREQ(rmw_get_serialization_format(), "cdr");
  static_assert(RCL_RET_OK == RMW_RET_OK);
}

TEST(RosidlRuntimeCpp, InitialisesMessages) {
  using rosidl_runtime_cpp::MessageInitialization;
  const sensor_msgs::msg::Temperature zero(MessageInitialization::ZERO);
  EXPECT_EQ(zero.temperature, 0.0);
  sensor_msgs::msg::Temperature all{rosidl_runtime_cpp::MessageInitialization::ALL};
  EXPECT_EQ(all, sensor_msgs::msg::Temperature());
  (void)sensor_msgs::msg::Temperature(MessageInitialization::SKIP);
  (void)sensor_msgs::msg::Temperature(MessageInitialization::DEFAULTS_ONLY);
}

TEST(RosidlRuntimeCpp, BoundsVectorsAndKnowsTypes) {
  rosidl_runtime_cpp::BoundedVector<int, 2> bounded;
  bounded.push_back(1);
  bounded.push_back(2);
  EXPECT_THROW(bounded.push_back(3), std::length_error);
  EXPECT_STREQ(rosidl_generator_traits::name<sensor_msgs::msg::Temperature>(),
               "sensor_msgs/msg/Temperature");
  EXPECT_TRUE(rosidl_generator_traits::is_message<sensor_msgs::msg::Temperature>::value);
}

TEST(Tracetools, TracesNothing) {
  int evaluated = 0;
  TRACETOOLS_TRACEPOINT(callback_start, ++evaluated);
  TRACETOOLS_DO_TRACEPOINT(callback_end, ++evaluated);
  TRACEPOINT(rcl_init, ++evaluated);
  EXPECT_EQ(evaluated, 0);
  EXPECT_FALSE(TRACETOOLS_TRACEPOINT_ENABLED(callback_start));
  EXPECT_FALSE(ros_trace_compile_status());
}

class Pointed {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Pointed)
  explicit Pointed(int of) : value(of) {}
  int value;

 private:
  RCLCPP_DISABLE_COPY(Pointed)
};
class Abstract {
 public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(Abstract)
  virtual ~Abstract() = default;
  virtual int value() const = 0;
};

TEST(RclcppMacros, NamePointers) {
  Pointed::SharedPtr shared = Pointed::make_shared(1);
  Pointed::ConstSharedPtr constant = shared;
  Pointed::WeakPtr weak = shared;
  Pointed::UniquePtr unique = Pointed::make_unique(2);
  EXPECT_EQ(constant->value + unique->value + weak.lock()->value, 4);
  Abstract::SharedPtr nothing;
  EXPECT_EQ(nothing, nullptr);
  using Rebound = rclcpp::allocator::AllocRebind<int, std::allocator<void>>;
  static_assert(std::is_same_v<Rebound::value_type, int>);
}

}  // namespace
