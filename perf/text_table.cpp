// SPDX-License-Identifier: Apache-2.0
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perf {

Lines framed(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string rule = "+";
  for (size_t width : widths) rule += std::string(width + 2, '-') + "+";

  Lines lines{rule};
  for (const auto& row : rows) {
    std::string line = "|";
    for (size_t i = 0; i < widths.size(); ++i) {
      line += fmt::format(" {:<{}} |", i < row.size() ? row[i] : "", widths[i]);
    }
    lines.push_back(line);
    lines.push_back(rule);
  }
  return lines;
}

Lines titled(const std::string& title, const Lines& table) {
  Lines lines{title, ""};
  lines.insert(lines.end(), table.begin(), table.end());
  return lines;
}

Lines side_by_side(const Lines& left, const Lines& right) {
  size_t width = 0;
  for (const std::string& line : left) width = std::max(width, line.size());
  Lines lines;
  for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::string a = i < left.size() ? left[i] : "";
    const std::string b = i < right.size() ? right[i] : "";
    lines.push_back(b.empty() ? a : fmt::format("{:<{}}   {}", a, width, b));
  }
  return lines;
}

}  // namespace perf
