// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "machine.hpp"
#include "options.hpp"
#include "report.hpp"
#include "summary.hpp"

namespace perf {

/// (name with unit, value) of each column of a CSV row.
std::vector<std::pair<std::string, std::string>> columns_of(const Summary& summary);

/// min, p50 ... stddev, count.
nlohmann::ordered_json durations_as_json(const Histogram& histogram);
/// lowest, significant_digits, counts [[value, count], ...].
nlohmann::ordered_json histogram_as_json(const Histogram& histogram);
nlohmann::ordered_json usage_as_json(const ResourceUsage& usage);
nlohmann::ordered_json options_as_json(const Options& options);
nlohmann::ordered_json machine_as_json(const Machine& machine);
nlohmann::ordered_json summary_as_json(const Summary& summary);
nlohmann::ordered_json report_as_json(const Report& report);

}  // namespace perf
