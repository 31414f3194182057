// SPDX-License-Identifier: Apache-2.0
#include "processor_name.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

namespace perf {
namespace {

// Implementer and part, as the processors' manuals give them (MIDR_EL1). Those of robots' boards
// and of machines in the cloud.
const std::map<std::pair<std::string, std::string>, std::string> arm_cores = {
    {{"0x41", "0xd03"}, "Cortex-A53"},    {{"0x41", "0xd04"}, "Cortex-A35"},
    {{"0x41", "0xd05"}, "Cortex-A55"},    {{"0x41", "0xd07"}, "Cortex-A57"},
    {{"0x41", "0xd08"}, "Cortex-A72"},    {{"0x41", "0xd09"}, "Cortex-A73"},
    {{"0x41", "0xd0a"}, "Cortex-A75"},    {{"0x41", "0xd0b"}, "Cortex-A76"},
    {{"0x41", "0xd0c"}, "Neoverse-N1"},   {{"0x41", "0xd0d"}, "Cortex-A77"},
    {{"0x41", "0xd40"}, "Neoverse-V1"},   {{"0x41", "0xd41"}, "Cortex-A78"},
    {{"0x41", "0xd42"}, "Cortex-A78AE"},  {{"0x41", "0xd46"}, "Cortex-A510"},
    {{"0x41", "0xd47"}, "Cortex-A710"},   {{"0x41", "0xd49"}, "Neoverse-N2"},
    {{"0x41", "0xd4d"}, "Cortex-A715"},   {{"0x41", "0xd4f"}, "Neoverse-V2"},
    {{"0x41", "0xd80"}, "Cortex-A520"},   {{"0x41", "0xd81"}, "Cortex-A720"},
    {{"0x4e", "0x003"}, "Denver 2"},      {{"0x4e", "0x004"}, "Carmel"},
    {{"0x51", "0x802"}, "Kryo 385 Gold"}, {{"0x51", "0x803"}, "Kryo 385 Silver"},
    {{"0x51", "0x804"}, "Kryo 485 Gold"}, {{"0x51", "0x805"}, "Kryo 485 Silver"},
};

std::string value_of(const std::string& line) {
  const size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
  return start == std::string::npos ? "" : line.substr(start);
}

std::string core_name(const std::string& implementer, const std::string& part) {
  const auto known = arm_cores.find({implementer, part});
  return known != arm_cores.end() ? known->second
                                  : "ARM implementer " + implementer + " part " + part;
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  // The device tree ends its texts with a NUL.
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  return text;
}

}  // namespace

std::string processor_name(const std::string& cpuinfo, const std::string& board) {
  std::istringstream lines(cpuinfo);
  std::string implementer;
  std::vector<std::string> kinds;
  for (std::string line; std::getline(lines, line);) {
    // Jetsons, and programs of 32 bits, are told "ARMv8 Processor rev 0 (v8l)": no core's name.
    if (line.starts_with("model name") && !value_of(line).starts_with("ARMv")) {
      return value_of(line);
    }
    if (line.starts_with("CPU implementer")) implementer = value_of(line);
    if (!line.starts_with("CPU part")) continue;
    const std::string kind = core_name(implementer, value_of(line));
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  std::string names;
  for (const std::string& kind : kinds) names += (names.empty() ? "" : " + ") + kind;
  if (board.empty() || names.empty()) return board + names;
  return board + " (" + names + ")";
}

std::string processor_name() {
  std::string name = processor_name(text_of("/proc/cpuinfo"), text_of("/proc/device-tree/model"));
  if (!name.empty()) return name;
  utsname kernel;
  uname(&kernel);
  return kernel.machine;
}

}  // namespace perf
