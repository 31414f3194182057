// SPDX-License-Identifier: Apache-2.0
#include "process_usage.hpp"

#include <sys/resource.h>

#include <fstream>
#include <sstream>
#include <string>

#include "scoreboard.hpp"

namespace perf {

ResourceUsage ResourceUsage::of_this_process() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  const auto ns = [](const timeval& t) { return t.tv_sec * 1'000'000'000 + t.tv_usec * 1'000; };
  return {{ns(u.ru_utime), ns(u.ru_stime), u.ru_maxrss, u.ru_ixrss, u.ru_idrss, u.ru_isrss,
           u.ru_minflt, u.ru_majflt, u.ru_nswap, u.ru_inblock, u.ru_oublock, u.ru_msgsnd,
           u.ru_msgrcv, u.ru_nsignals, u.ru_nvcsw, u.ru_nivcsw}};
}

ResourceUsage ResourceUsage::since(const ResourceUsage& earlier) const {
  ResourceUsage difference;
  for (size_t i = 0; i < count; ++i) {
    difference.values[i] = values[i] - (i == maxrss ? 0 : earlier.values[i]);
  }
  return difference;
}

void ResourceUsage::add(const ResourceUsage& other) {
  for (size_t i = 0; i < count; ++i) values[i] += other.values[i];
}

MemoryUsage sum_of_mappings(std::istream& smaps, const char* excluded) {
  MemoryUsage sum;
  bool counted = true;
  for (std::string line; std::getline(smaps, line);) {
    std::istringstream words(line);
    std::string key;
    int64_t kb = 0;
    words >> key;
    // "7f..-7f.. r--s ... name" starts a mapping, "Pss:  12 kB" belongs to it.
    if (key.find('-') != std::string::npos && key.back() != ':') {
      counted = line.find(excluded) == std::string::npos;
    } else if (counted && key == "Rss:" && words >> kb) {
      sum.rss_kb += kb;
    } else if (counted && key == "Pss:" && words >> kb) {
      sum.pss_kb += kb;
    }
  }
  return sum;
}

MemoryUsage memory_of_this_process() {
  std::ifstream smaps("/proc/self/smaps");
  return sum_of_mappings(smaps, Scoreboard::memory_name);
}

int threads_of_this_process() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Threads:")) return std::stoi(line.substr(8));
  }
  return 0;
}

}  // namespace perf
