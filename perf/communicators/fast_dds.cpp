// SPDX-License-Identifier: Apache-2.0
#include "communicators/fast_dds.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "communicators/competitor_library.hpp"
#include "communicators/fast_dds/plan.hpp"

namespace perf {
namespace {

constexpr const char* library_name = "libperf_fast_dds.so";
OpenFastDds* find_entry() {
  std::string cause;
  void* const library = open_competitor_library(library_name, cause);
  void* const entry = library == nullptr ? nullptr : dlsym(library, open_fast_dds_symbol);
  if (entry == nullptr) {
    throw RunError(
        fmt::format("--communicator FastDDS needs {}, which is built with perf_test, "
                    "and Fast DDS (Debian 12, Ubuntu: libfastrtps-dev, Debian 13: "
                    "libfastdds-dev): {}",
                    library_name, library == nullptr ? cause : dlerror()));
  }
  return reinterpret_cast<OpenFastDds*>(entry);
}

bool is_for_this_machine_only() {
  const char* const text = std::getenv("ROS_AUTOMATIC_DISCOVERY_RANGE");
  const std::string_view range = text == nullptr ? "" : text;
  return range != "SUBNET" && range != "SYSTEM_DEFAULT";
}

FastDdsPlan::Way way_of(const Options& options) {
  if (options.zero_copy) return FastDdsPlan::Way::data_sharing;
  return options.shared_memory ? FastDdsPlan::Way::shared_memory : FastDdsPlan::Way::udp;
}

}  // namespace

std::unique_ptr<Communicator> make_fast_dds_communicator(const Options& options,
                                                         const std::string& name) {
  FastDdsPlan plan;
  plan.participant = fmt::format("perf_test {} (pid {})", name, getpid());
  plan.topics = options.topic_names();
  plan.topic_back = options.topic + "_relay";
  plan.type = options.message_type();
  plan.domain_id = domain_of(options);
  plan.this_machine_only = is_for_this_machine_only();
  plan.way = way_of(options);
  plan.loans = options.publish_type == PublishType::loan;
  plan.in_listener = options.way == Way::fast_dds_listener;
  plan.reliable = options.reliable;
  plan.transient_local = options.transient_local;
  plan.keep_all = options.keep_all;
  plan.history_depth = options.history_depth;
  std::string error;
  std::unique_ptr<Communicator> made(find_entry()(plan, error));
  if (!made) throw RunError(fmt::format("--communicator {}: {}", options.communicator, error));
  return made;
}

}  // namespace perf
