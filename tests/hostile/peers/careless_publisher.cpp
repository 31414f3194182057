// SPDX-License-Identifier: Apache-2.0
// A node that publishes /diagnostics, and spoils its messages as a program with a bug may: for each
// line of its input one message, with the damage of that name, or "none". Damage is written into
// the loan.
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <string>

#include <baton/baton.hpp>
#include <baton/msg/container_header.hpp>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>

namespace {

using baton::msg::ContainerHeader;
using diagnostic_msgs::msg::DiagnosticArray;

template <class Container>
ContainerHeader header_of(const Container& container) {
  ContainerHeader header;
  std::memcpy(&header, &container, sizeof(header));
  return header;
}

template <class Container>
void overwrite(Container& container, const ContainerHeader& header) {
  std::memcpy(static_cast<void*>(&container), &header, sizeof(header));
}

template <class Container, class Change>
void change(Container& container, Change change_header) {
  ContainerHeader header = header_of(container);
  change_header(header);
  overwrite(container, header);
}

const std::map<std::string, std::function<void(DiagnosticArray&)>> damages{
    {"none", [](DiagnosticArray&) {}},
    {"points_nowhere",
     [](DiagnosticArray& message) {
       change(message.status, [](auto& header) { header.offset_bytes = std::int64_t{1} << 44; });
     }},
    {"points_before_the_message",
     [](DiagnosticArray& message) {
       change(message.header.frame_id, [](auto& header) { header.offset_bytes = -(1 << 30); });
     }},
    {"offset_that_wraps",
     [](DiagnosticArray& message) {
       change(message.status,
              [](auto& header) { header.offset_bytes = std::numeric_limits<std::int64_t>::min(); });
     }},
    {"nested_string_points_nowhere",
     [](DiagnosticArray& message) {
       change(message.status[2].values[1].value,
              [](auto& header) { header.offset_bytes = std::int64_t{1} << 40; });
     }},
    {"longer_than_its_block",
     [](DiagnosticArray& message) {
       change(message.status[1].message, [](auto& header) { header.size = 1u << 30; });
     }},
    {"block_longer_than_the_message",
     [](DiagnosticArray& message) {
       change(message.status,
              [](auto& header) { header.size = header.capacity_and_flags = 1u << 24; });
     }},
    {"elements_without_a_block",
     [](DiagnosticArray& message) {
       overwrite(message.status[0].values, {0, 5, 5});
     }},
    {"block_of_a_heap",
     [](DiagnosticArray& message) {
       change(message.status[0].name,
              [](auto& header) { header.capacity_and_flags |= ContainerHeader::on_heap_flag; });
     }},
    {"string_without_its_end",
     [](DiagnosticArray& message) {
       auto& name = message.status[0].name;
       change(name, [](auto& header) { header.size = header.capacity_and_flags; });
       std::memset(name.data(), 'x', name.capacity() + 1);
     }},
    // Every status has all of them as its values: a check without a budget does not end.
    {"blocks_that_overlap",
     [](DiagnosticArray& message) {
       for (auto& status : message.status) {
         const auto distance = reinterpret_cast<std::intptr_t>(message.status.data()) -
                               reinterpret_cast<std::intptr_t>(&status.values);
         overwrite(status.values, {distance, 200, 200});
       }
     }},
};

void fill(DiagnosticArray& message) {
  message.header.frame_id = "map";
  message.status.resize(100);
  for (auto& status : message.status) {
    status.name = "motor";
    status.message = "too warm";
    status.hardware_id = "m3";
    status.values.resize(3);
    for (auto& value : status.values) {
      value.key = "temperature";
      value.value = "71.5";
    }
  }
}

}  // namespace

int main() {
  baton::init(0, nullptr);
  const auto node = std::make_shared<baton::Node>("careless");
  const auto publisher = node->create_publisher<DiagnosticArray>("/diagnostics", 10);
  // The first messages show what they take; the later ones fit their loans.
  for (int i = 0; i < 2; ++i) {
    auto loan = publisher->borrow_loaned_message();
    fill(loan.get());
    publisher->publish(std::move(loan));
  }
  std::cout << "ready" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    auto loan = publisher->borrow_loaned_message();
    fill(loan.get());
    damages.at(line)(loan.get());
    publisher->publish(std::move(loan));
    std::cout << "published" << std::endl;
  }
  baton::shutdown();
}
