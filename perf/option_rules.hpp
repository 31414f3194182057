// SPDX-License-Identifier: Apache-2.0
//
// Which options may stand together, and what they then mean. Nothing is silently replaced by a
// default: what cannot be done is refused by name.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace perf {

struct Options;

/// Options as they were typed.
struct OptionTexts {
  std::set<std::string> given;  ///< the first long name of each option on the command line
  bool list_messages = false;
  bool dry_run = false;
  bool intra_process = false;
  bool keep_last = false;
  std::string process_configuration = "INTRA_PROCESS";
  std::string roundtrip = "None";
  std::string reliability;
  std::string durability;
  std::string history;
  std::string publish_type;
  std::string callback_type;
  std::string message_init = "SKIP";
  std::string fill = "touch";
  std::string rt_cpus;
  std::string logfile;
};

/// The communicator's name without `rclcpp-`. Throws UsageError for what this build cannot do.
std::string plain_communicator(const std::string& typed);

/// These throw UsageError.
void apply_rules(Options& options, const OptionTexts& texts);
/// Refuses variables of the environment that would change how messages of this run travel.
void apply_environment(const Options& options);
void apply_output_rules(Options& options, const std::vector<std::string>& outputs,
                        const OptionTexts& texts);

}  // namespace perf
