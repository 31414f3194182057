// SPDX-License-Identifier: Apache-2.0
// What ROS code writes with members that are std::vector and std::string. IDIOM picks one that
// Baton cannot serve: a test checks that the compiler says so, and that all others compile.
#include <baton/msg/string.hpp>
#include <baton/msg/vector.hpp>

#include <string>
#include <vector>

#ifndef IDIOM
#define IDIOM 0
#endif

namespace {

struct Scan {
  baton::msg::String frame_id;
  baton::msg::Vector<float> ranges;
};

void by_value(std::vector<float>) {}
void by_reference(const std::vector<float>&) {}
void by_move(std::vector<float>&&) {}
void text_by_reference(const std::string&) {}
void text_by_view(std::string_view) {}

}  // namespace

#if IDIOM == 1
std::vector<float>& ranges_of(Scan& scan) {
  std::vector<float>& ranges = scan.ranges;
  return ranges;
}
#elif IDIOM == 2
std::string& frame_of(Scan& scan) {
  std::string& frame = scan.frame_id;
  return frame;
}
#elif IDIOM == 3
const std::string& frame_of(const Scan& scan) { return scan.frame_id; }
#elif IDIOM == 4
const std::vector<float>& ranges_of(Scan& scan) { return scan.ranges; }
#endif

#if IDIOM >= 5
int main() {
  Scan scan;
  const Scan& seen = scan;
  baton::msg::Vector<baton::msg::String> names;
  // Each of these is a copy by its name, or none.
  std::vector<float> ranges(scan.ranges);
  ranges = std::vector<float>(seen.ranges);
  std::string frame(scan.frame_id);
  frame = std::string(seen.frame_id) + frame;
  const std::vector<std::string> held(names);
  frame = scan.frame_id;
  scan.ranges = ranges;
  names = held;
  text_by_view(seen.frame_id);
  by_reference(std::vector<float>(scan.ranges));
#if IDIOM == 6
  by_reference(scan.ranges);
#elif IDIOM == 7
  const std::vector<float>& copied = seen.ranges;
  by_reference(copied);
#elif IDIOM == 8
  text_by_reference(scan.frame_id);
#elif IDIOM == 9
  text_by_reference(seen.frame_id);
#elif IDIOM == 10
  for (const std::string& name : names) text_by_reference(name);
#endif
  by_value(ranges);
  by_move(std::move(ranges));
}
#else
int main() {
  Scan scan;
  const Scan& seen = scan;
  by_value(scan.ranges);
  by_reference(scan.ranges);
  by_reference(seen.ranges);
  by_move(std::move(scan.ranges));
  text_by_reference(scan.frame_id);
  text_by_view(seen.frame_id);
  const std::vector<float>& kept = scan.ranges;
  const std::vector<float> copy = seen.ranges;
  std::vector<float> assigned;
  assigned = scan.ranges;
  std::vector<std::string> names;
  names.push_back(scan.frame_id);
  names = {scan.frame_id, seen.frame_id};
  auto& ranges = scan.ranges;
  ranges.push_back(1.0F);
  scan.ranges = assigned;
  scan.ranges = std::vector<float>(3);
  // Of a message that may be changed, beside a member: callbacks have both.
  std::string own_frame = "base";
  const std::string frame = own_frame.empty() ? scan.frame_id : own_frame;
  own_frame = scan.frame_id == "" ? own_frame : scan.frame_id;
  assigned = copy.empty() ? assigned : scan.ranges;
  return kept.size() == copy.size() ? 0 : 1;
}
#endif
