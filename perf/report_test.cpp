// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <gmock/gmock.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report_values.hpp"
#include "tables.hpp"

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

namespace perf {
namespace {

class ReportTest : public testing::Test {
 protected:
  ReportTest() {
    const MatchedPeer shared_memory{"all", "shared_memory", true, ""};
    report.options.max_runtime_s = 2;
    report.machine = Machine::describe();
    report.endpoints = {
        {{Role::publisher, 0, 0}, "publisher 0 (pid 10)", {shared_memory}, {}, {}},
        {{Role::subscriber, 0, 1}, "subscriber 0 (pid 11)", {shared_memory}, {}, {}}};
    report.processes = {{"publisher 0", 10, {{2'000'000'000}}, {500, 400}, 2},
                        {"subscriber 0", 11, {}, {500, 300}, 3}};
    report.run.duration_s = 2;
    report.run.counts.sent = 200;
    report.run.counts.received = 150;
    report.run.counts.lost = 50;
    report.run.data_bytes = 156'000;
    report.run.usage = {{1'500'000'000, 500'000'000, 1234}};
    for (int64_t ns = 1'000; ns <= 100'000; ns += 1'000) report.run.latency.record(ns);
    report.intervals = {report.run, report.run};
  }

  std::string tables() const {
    // Column widths follow the values: one space is as good as many.
    std::string text;
    for (const std::string& line : tables_of(report.run, 2)) {
      for (char c : line + "\n") {
        if (c != ' ' || !text.ends_with(' ')) text += c;
      }
    }
    return text;
  }

  Report report;
};

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

class Directory {
 public:
  Directory() {
    std::string name = testing::TempDir() + "perf_report_test_XXXXXX";
    path = mkdtemp(name.data());
  }
  ~Directory() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

}  // namespace

TEST_F(ReportTest, TheTablesKeepTheTitlesAndColumnsOfTheReferenceDocuments) {
  const std::string text = tables();
  for (const char* part :
       {"run time", "| T_experiment |", "| T_loop |", "samples", "latency",
        "| recv | sent | lost | data_recv | relative_loss |", "publisher loop", "subscriber loop",
        "| min | max | mean | variance |", "system usage",
        "| utime | stime | maxrss | ixrss | idrss | isrss | minflt | majflt |",
        "| nswap | inblock | oublock | msgsnd | msgrcv | nsignals | nvcsw | nivcsw |"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST_F(ReportTest, TheTablesShowPercentilesAndAVarianceThatIsNotZero) {
  EXPECT_THAT(tables(),
              AllOf(HasSubstr("| p50 | p90 | p99 | p99.9 |"),
                    HasSubstr("| 1.000 | 100.000 | 50.500 | 833.250 |"), HasSubstr("0.250000")));
}

TEST_F(ReportTest, TheTablesSayTheirUnits) {
  EXPECT_THAT(tables(), AllOf(HasSubstr("latency (us, variance: us^2)"),
                              HasSubstr("utime, stime: ms; maxrss: kB"),
                              HasSubstr("CPU: 100.0 % of one core")));
}

TEST_F(ReportTest, TheJsonHasTheKeysThatReadersRelyOn) {
  report.endpoints[1].score.latency = report.run.latency;
  const auto json = report_as_json(report);
  EXPECT_EQ(json["schema"], "baton.perf_test/1");
  for (const char* key :
       {"sent", "received", "lost", "out_of_order", "corrupt", "duration_s", "latency_ns",
        "publish_ns", "loan_ns", "cpu_percent", "pss_kb", "rusage", "latency_histogram_ns"}) {
    EXPECT_TRUE(json["run"].contains(key)) << key;
  }
  for (const char* key : {"min", "p50", "p90", "p99", "p999", "max", "mean", "stddev", "count"}) {
    EXPECT_TRUE(json["run"]["latency_ns"].contains(key)) << key;
  }
  EXPECT_EQ(json["run"]["pss_kb"], 700);
  EXPECT_EQ(json["intervals"].size(), 2u);
  EXPECT_EQ(json["processes"][0]["role"], "publisher 0");
  EXPECT_EQ(json["processes"][0]["cpu_percent"], 100);
  EXPECT_EQ(json["subscribers"].size(), 1u);
  EXPECT_EQ(json["subscribers"][0]["transport"], "shared_memory");
  EXPECT_EQ(json["subscribers"][0]["latency_ns"]["count"], 100);
  EXPECT_FALSE(json["machine"]["cpu"].get<std::string>().empty());
}

TEST_F(ReportTest, TheHistogramInTheJsonCanBeMerged) {
  const auto counts = report_as_json(report)["run"]["latency_histogram_ns"]["counts"];
  Histogram again;
  for (const auto& pair : counts) again.record(pair[0], pair[1]);
  EXPECT_EQ(again.buckets(), report.run.latency.buckets());
}

TEST_F(ReportTest, TheCsvHasAHeaderBlockAndOneRowAnInterval) {
  const Directory directory;
  {
    const auto writer = make_csv_writer(directory.path / "run.csv");
    writer->begin(report);
    for (const Summary& interval : report.intervals) writer->interval(report, interval);
    writer->end(report);
  }
  std::istringstream lines(content_of(directory.path / "run.csv"));
  std::string line;
  while (std::getline(lines, line) && line != "---EXPERIMENT-START---") {
    EXPECT_THAT(line, HasSubstr(": "));
  }
  const auto fields = [](const std::string& row) {
    std::vector<std::string> cells;
    std::istringstream in(row);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
    return cells;
  };
  ASSERT_TRUE(std::getline(lines, line));
  const auto header = fields(line);
  EXPECT_THAT(header, IsSupersetOf({"T_experiment(s)", "recv", "sent", "lost", "data_recv(bytes)",
                                    "relative_loss", "latency_mean(us)", "publisher_loop_max(us)",
                                    "subscriber_loop_min(us)", "utime_ns", "nivcsw",
                                    "latency_p999(us)", "cpu_percent"}));
  for (int row = 0; row < 2; ++row) {
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(fields(line).size(), header.size());
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(ReportTest, AFileThatCannotBeWrittenIsSaidBeforeTheRun) {
  EXPECT_THAT([] { make_json_writer("/nonexistent/run.json"); },
              testing::ThrowsMessage<RunError>(
                  AllOf(HasSubstr("/nonexistent/run.json"), HasSubstr("No such file"))));
}

TEST_F(ReportTest, TheWayOfAMessageIsThatOfTheEndpoint) {
  report.options.delivery = Delivery::one_copy;
  report.options.shared_memory = true;
  EXPECT_FALSE(is_zero_copy(report, report.endpoints[1]));
  EXPECT_THAT(describe_way(report, report.endpoints[1]),
              AllOf(HasSubstr("shared_memory with one copy"), HasSubstr("--shared-memory asks")));
  report.options.intra_process = true;
  EXPECT_THAT(describe_way(report, report.endpoints[1]),
              AllOf(HasSubstr("publish(const M&)"), Not(HasSubstr("--shared-memory"))));
  report.options.publish_type = PublishType::unique_ptr;
  report.options.callback_type = CallbackType::unique_ptr;
  EXPECT_THAT(describe_way(report, report.endpoints[1]),
              HasSubstr("callbacks that want a unique_ptr of their own"));
  report.options.delivery = Delivery::zero_copy;
  EXPECT_TRUE(is_zero_copy(report, report.endpoints[1]));
  EXPECT_EQ(describe_way(report, report.endpoints[1]), "shared_memory, zero copy");
  report.endpoints[1].peers = {{"x", "shared_memory", false, "other user"}};
  EXPECT_FALSE(is_zero_copy(report, report.endpoints[1]));
  EXPECT_THAT(describe_way(report, report.endpoints[1]), HasSubstr("other user"));
}

TEST_F(ReportTest, AMessageThroughTheNetworkIsSerialisedAndNeverZeroCopy) {
  report.endpoints[1].peers = {{"x", "udp", false, "datagrams"}};
  EXPECT_EQ(describe_way(report, report.endpoints[1]), "udp, serialised (datagrams)");
  report.options.publish_type = PublishType::loan;
  EXPECT_THAT(describe_way(report, report.endpoints[1]), HasSubstr("loaned, and sent all"));
  const auto json = report_as_json(report);
  EXPECT_EQ(json["subscribers"][0]["transport"], "udp");
  EXPECT_EQ(json["subscribers"][0]["zero_copy"], false);
  EXPECT_EQ(json["options"]["delivery"], "serialised");
  EXPECT_EQ(json["options"]["network"], true);
}

TEST_F(ReportTest, TheTimeUntilAllHaveReceivedIsToldWhereItWasMeasured) {
  EXPECT_THAT(tables(), Not(HasSubstr("all_received")));
  report.run.all_received.record(7'000);
  EXPECT_THAT(tables(), HasSubstr("all_received (us"));
  EXPECT_EQ(report_as_json(report)["run"]["all_received_ns"]["p50"], 7'000);
}

TEST(TextTable, ColumnsAreAsWideAsTheirWidestCell) {
  EXPECT_THAT(framed({{"a", "long"}, {"bb", "x"}}),
              ElementsAre("+----+------+", "| a  | long |", "+----+------+", "| bb | x    |",
                          "+----+------+"));
}

TEST(TextTable, BlocksStandSideBySide) {
  EXPECT_THAT(side_by_side({"a", "bbb"}, {"x", "y", "z"}),
              ElementsAre("a     x", "bbb   y", "      z"));
}

}  // namespace perf
