// SPDX-License-Identifier: Apache-2.0
// Type support of golden. Generated: changes are lost.
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include <baton/msg/generated.hpp>
#include <golden/action/detail/turn__type_support.hpp>
#include <golden/msg/detail/pair__type_support.hpp>
#include <golden/msg/detail/reading__type_support.hpp>
#include <golden/srv/detail/reset__type_support.hpp>

namespace {

using namespace ::baton::msg::generated;
using ::baton::msg::CdrMeasure;
using ::baton::msg::CdrReader;
using ::baton::msg::CdrWriter;
using ::baton::msg::ContainerHeader;
using ::baton::msg::Extent;
using ::baton::msg::ValidBlock;
using ::baton::msg::block_footprint;

// golden/msg/Half

[[maybe_unused]] inline void measure_fields(const ::golden::msg::Half& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(4);
}

[[maybe_unused]] inline void encode_fields(const ::golden::msg::Half& m, CdrWriter& cdr) noexcept {
  cdr.put(m.letter);
}

[[maybe_unused]] inline bool decode_fields(::golden::msg::Half& m, CdrReader& cdr) {
  if (!cdr.get(m.letter)) return false;
  return true;
}

// golden/msg/Pair

[[maybe_unused]] inline void measure_fields(const ::golden::msg::Pair& m, CdrMeasure& cdr) noexcept {
  for (const auto& one : m.halves) measure_fields(one, cdr);
}

[[maybe_unused]] inline void encode_fields(const ::golden::msg::Pair& m, CdrWriter& cdr) noexcept {
  for (const auto& one : m.halves) encode_fields(one, cdr);
}

[[maybe_unused]] inline bool decode_fields(::golden::msg::Pair& m, CdrReader& cdr) {
  for (auto& one : m.halves) {
    if (!decode_fields(one, cdr)) return false;
  }
  return true;
}

// builtin_interfaces/msg/Time

[[maybe_unused]] inline void measure_fields(const ::builtin_interfaces::msg::Time& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.align(4);
  cdr.bytes(8);
}

[[maybe_unused]] inline void encode_fields(const ::builtin_interfaces::msg::Time& m, CdrWriter& cdr) noexcept {
  cdr.align(4);
  cdr.bytes(at(&m, 0), 8);
}

[[maybe_unused]] inline bool decode_fields(::builtin_interfaces::msg::Time& m, CdrReader& cdr) {
  if (!cdr.align(4)) return false;
  if (cdr.matches(0, 4)) {
    if (!cdr.bytes(at(&m, 0), 8)) return false;
  } else {
    if (!cdr.get(m.sec)) return false;
    if (!cdr.get(m.nanosec)) return false;
  }
  return true;
}

// golden/msg/Reading

[[maybe_unused]] inline std::size_t footprint_of(const ::golden::msg::Reading& m) noexcept {
  std::size_t bytes = 0;
  bytes += block_footprint(m.raw.size() * sizeof(*m.raw.data()));
  bytes += string_footprint<char>(m.name.size());
  bytes += block_footprint(m.notes.size() * sizeof(*m.notes.data()));
  for (const auto& one : m.notes) bytes += string_footprint<char>(one.size());
  bytes += string_footprint<char16_t>(m.title.size());
  return bytes;
}

[[maybe_unused]] inline bool validate_fields(const ::golden::msg::Reading& m, Extent& extent) noexcept {
  if (!Extent::booleans(&m.valid, 1)) return false;
  if (!extent.sequence(&m.raw, 1, 1)) return false;
  if (!extent.string<char>(&m.name, 16)) return false;
  {
    ValidBlock block;
    if (!extent.sequence(&m.notes, 16, 8, 2, block)) return false;
    using Element = std::remove_reference_t<decltype(*m.notes.data())>;
    const auto* first = reinterpret_cast<const Element*>(block.data);
    for (std::uint32_t i = 0; i < block.size; ++i) {
      if (!extent.string<char>(&first[i])) return false;
    }
  }
  if (!extent.string<char16_t>(&m.title)) return false;
  return true;
}

[[maybe_unused]] inline void measure_fields(const ::golden::msg::Reading& m, CdrMeasure& cdr) noexcept {
  cdr.align(4);
  cdr.bytes(9);
  cdr.elements(8, 3);
  cdr.elements(4);
  cdr.elements(1, m.raw.size());
  cdr.string(static_cast<std::uint32_t>(m.name.size()));
  cdr.elements(4);
  for (const auto& one : m.notes) cdr.string(static_cast<std::uint32_t>(one.size()));
  cdr.wide_string(static_cast<std::uint32_t>(m.title.size()));
  cdr.elements(4);
}

[[maybe_unused]] inline void encode_fields(const ::golden::msg::Reading& m, CdrWriter& cdr) noexcept {
  cdr.align(4);
  cdr.bytes(at(&m, 0), 9);
  cdr.elements(m.position.data(), 3);
  cdr.put(static_cast<std::uint32_t>(m.raw.size()));
  cdr.elements(m.raw.data(), m.raw.size());
  cdr.string(m.name.data(), static_cast<std::uint32_t>(m.name.size()));
  cdr.put(static_cast<std::uint32_t>(m.notes.size()));
  for (const auto& one : m.notes) cdr.string(one.data(), static_cast<std::uint32_t>(one.size()));
  cdr.wide_string(m.title.data(), static_cast<std::uint32_t>(m.title.size()));
  cdr.put(m.count);
}

[[maybe_unused]] inline bool decode_fields(::golden::msg::Reading& m, CdrReader& cdr) {
  if (!cdr.align(4)) return false;
  if (cdr.matches(0, 4)) {
    if (!cdr.bytes(at(&m, 0), 9)) return false;
    bool valid = true;
    valid = CdrReader::booleans(&m.valid, 1) && valid;
    if (!valid) return false;
  } else {
    if (!decode_fields(m.stamp, cdr)) return false;
    if (!cdr.get(m.valid)) return false;
  }
  if (!cdr.elements(m.position.data(), 3)) return false;
  if (!decode_numbers(cdr, m.raw, 1)) return false;
  if (!decode_string(cdr, m.name, 16)) return false;
  {
    std::uint32_t count = 0;
    if (!cdr.length(count, 4, 2)) return false;
    m.notes.resize(count);
    for (auto& one : m.notes) {
      if (!decode_string(cdr, one)) return false;
    }
  }
  if (!decode_wide_string(cdr, m.title)) return false;
  if (!cdr.get(m.count)) return false;
  return true;
}

// golden/srv/Reset_Request

[[maybe_unused]] inline void measure_fields(const ::golden::srv::Reset_Request& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(4);
}

[[maybe_unused]] inline void encode_fields(const ::golden::srv::Reset_Request& m, CdrWriter& cdr) noexcept {
  cdr.put(m.a);
}

[[maybe_unused]] inline bool decode_fields(::golden::srv::Reset_Request& m, CdrReader& cdr) {
  if (!cdr.get(m.a)) return false;
  return true;
}

// golden/srv/Reset_Response

[[maybe_unused]] inline void measure_fields(const ::golden::srv::Reset_Response& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(1);
}

[[maybe_unused]] inline void encode_fields(const ::golden::srv::Reset_Response& m, CdrWriter& cdr) noexcept {
  cdr.put(m.structure_needs_at_least_one_member);
}

[[maybe_unused]] inline bool decode_fields(::golden::srv::Reset_Response& m, CdrReader& cdr) {
  if (!cdr.get(m.structure_needs_at_least_one_member)) return false;
  return true;
}

// service_msgs/msg/ServiceEventInfo

[[maybe_unused]] inline void measure_fields(const ::service_msgs::msg::ServiceEventInfo& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(1);
  cdr.align(4);
  cdr.bytes(24);
  cdr.elements(8);
}

[[maybe_unused]] inline void encode_fields(const ::service_msgs::msg::ServiceEventInfo& m, CdrWriter& cdr) noexcept {
  cdr.put(m.event_type);
  cdr.align(4);
  cdr.bytes(at(&m, 4), 24);
  cdr.put(m.sequence_number);
}

[[maybe_unused]] inline bool decode_fields(::service_msgs::msg::ServiceEventInfo& m, CdrReader& cdr) {
  if (!cdr.get(m.event_type)) return false;
  if (!cdr.align(4)) return false;
  if (cdr.matches(4, 4)) {
    if (!cdr.bytes(at(&m, 4), 24)) return false;
  } else {
    if (!decode_fields(m.stamp, cdr)) return false;
    if (!cdr.elements(m.client_gid.data(), 16)) return false;
  }
  if (!cdr.get(m.sequence_number)) return false;
  return true;
}

// golden/srv/Reset_Event

[[maybe_unused]] inline std::size_t footprint_of(const ::golden::srv::Reset_Event& m) noexcept {
  std::size_t bytes = 0;
  bytes += block_footprint(m.request.size() * sizeof(*m.request.data()));
  bytes += block_footprint(m.response.size() * sizeof(*m.response.data()));
  return bytes;
}

[[maybe_unused]] inline bool validate_fields(const ::golden::srv::Reset_Event& m, Extent& extent) noexcept {
  if (!extent.sequence(&m.request, 4, 4, 1)) return false;
  if (!extent.sequence(&m.response, 1, 1, 1)) return false;
  return true;
}

[[maybe_unused]] inline void measure_fields(const ::golden::srv::Reset_Event& m, CdrMeasure& cdr) noexcept {
  measure_fields(m.info, cdr);
  cdr.elements(4);
  if (!m.request.empty()) {
    cdr.align(4);
    cdr.bytes(m.request.size() * 4);
  }
  cdr.elements(4);
  if (!m.response.empty()) {
    cdr.bytes(m.response.size() * 1);
  }
}

[[maybe_unused]] inline void encode_fields(const ::golden::srv::Reset_Event& m, CdrWriter& cdr) noexcept {
  encode_fields(m.info, cdr);
  cdr.put(static_cast<std::uint32_t>(m.request.size()));
  if (!m.request.empty()) {
    cdr.align(4);
    cdr.bytes(m.request.data(), m.request.size() * 4);
  }
  cdr.put(static_cast<std::uint32_t>(m.response.size()));
  if (!m.response.empty()) {
    cdr.bytes(m.response.data(), m.response.size() * 1);
  }
}

[[maybe_unused]] inline bool decode_fields(::golden::srv::Reset_Event& m, CdrReader& cdr) {
  if (!decode_fields(m.info, cdr)) return false;
  {
    std::uint32_t count = 0;
    if (!cdr.length(count, 4, 1)) return false;
    m.request.resize_uninitialized(count);
    bool decoded = count == 0 || cdr.align(4);
    if (count != 0 && cdr.matches(0, 4)) {
      decoded = decoded && cdr.bytes(m.request.data(), std::size_t{count} * 4);
    } else {
      for (auto& one : m.request) decoded = decoded && decode_fields(one, cdr);
    }
    // Elements that were not decoded must not be seen.
    if (!decoded) {
      m.request.clear();
      return false;
    }
  }
  {
    std::uint32_t count = 0;
    if (!cdr.length(count, 1, 1)) return false;
    m.response.resize_uninitialized(count);
    bool decoded = count == 0 || cdr.align(1);
    if (count != 0 && cdr.matches(0, 1)) {
      decoded = decoded && cdr.bytes(m.response.data(), std::size_t{count} * 1);
    } else {
      for (auto& one : m.response) decoded = decoded && decode_fields(one, cdr);
    }
    // Elements that were not decoded must not be seen.
    if (!decoded) {
      m.response.clear();
      return false;
    }
  }
  return true;
}

// golden/action/Turn_Goal

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_Goal& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(4);
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_Goal& m, CdrWriter& cdr) noexcept {
  cdr.put(m.angle);
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_Goal& m, CdrReader& cdr) {
  if (!cdr.get(m.angle)) return false;
  return true;
}

// golden/action/Turn_Result

[[maybe_unused]] inline bool validate_fields(const ::golden::action::Turn_Result& m, Extent& extent) noexcept {
  (void)extent;
  if (!Extent::booleans(&m.reached, 1)) return false;
  return true;
}

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_Result& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(1);
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_Result& m, CdrWriter& cdr) noexcept {
  cdr.put(m.reached);
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_Result& m, CdrReader& cdr) {
  if (!cdr.get(m.reached)) return false;
  return true;
}

// golden/action/Turn_Feedback

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_Feedback& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(4);
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_Feedback& m, CdrWriter& cdr) noexcept {
  cdr.put(m.left);
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_Feedback& m, CdrReader& cdr) {
  if (!cdr.get(m.left)) return false;
  return true;
}

// unique_identifier_msgs/msg/UUID

[[maybe_unused]] inline void measure_fields(const ::unique_identifier_msgs::msg::UUID& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(1, 16);
}

[[maybe_unused]] inline void encode_fields(const ::unique_identifier_msgs::msg::UUID& m, CdrWriter& cdr) noexcept {
  cdr.elements(m.uuid.data(), 16);
}

[[maybe_unused]] inline bool decode_fields(::unique_identifier_msgs::msg::UUID& m, CdrReader& cdr) {
  if (!cdr.elements(m.uuid.data(), 16)) return false;
  return true;
}

// golden/action/Turn_SendGoal_Request

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_SendGoal_Request& m, CdrMeasure& cdr) noexcept {
  if (cdr.matches(0, 4)) {
    cdr.bytes(20);
  } else {
    measure_fields(m.goal_id, cdr);
    measure_fields(m.goal, cdr);
  }
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_SendGoal_Request& m, CdrWriter& cdr) noexcept {
  if (cdr.matches(0, 4)) {
    cdr.bytes(at(&m, 0), 20);
  } else {
    encode_fields(m.goal_id, cdr);
    encode_fields(m.goal, cdr);
  }
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_SendGoal_Request& m, CdrReader& cdr) {
  if (cdr.matches(0, 4)) {
    if (!cdr.bytes(at(&m, 0), 20)) return false;
  } else {
    if (!decode_fields(m.goal_id, cdr)) return false;
    if (!decode_fields(m.goal, cdr)) return false;
  }
  return true;
}

// golden/action/Turn_SendGoal_Response

[[maybe_unused]] inline bool validate_fields(const ::golden::action::Turn_SendGoal_Response& m, Extent& extent) noexcept {
  (void)extent;
  if (!Extent::booleans(&m.accepted, 1)) return false;
  return true;
}

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_SendGoal_Response& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.elements(1);
  cdr.align(4);
  cdr.bytes(8);
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_SendGoal_Response& m, CdrWriter& cdr) noexcept {
  cdr.put(m.accepted);
  cdr.align(4);
  cdr.bytes(at(&m, 4), 8);
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_SendGoal_Response& m, CdrReader& cdr) {
  if (!cdr.get(m.accepted)) return false;
  if (!cdr.align(4)) return false;
  if (cdr.matches(4, 4)) {
    if (!cdr.bytes(at(&m, 4), 8)) return false;
  } else {
    if (!decode_fields(m.stamp, cdr)) return false;
  }
  return true;
}

// golden/action/Turn_SendGoal_Event

[[maybe_unused]] inline std::size_t footprint_of(const ::golden::action::Turn_SendGoal_Event& m) noexcept {
  std::size_t bytes = 0;
  bytes += block_footprint(m.request.size() * sizeof(*m.request.data()));
  bytes += block_footprint(m.response.size() * sizeof(*m.response.data()));
  return bytes;
}

[[maybe_unused]] inline bool validate_fields(const ::golden::action::Turn_SendGoal_Event& m, Extent& extent) noexcept {
  if (!extent.sequence(&m.request, 20, 4, 1)) return false;
  {
    ValidBlock block;
    if (!extent.sequence(&m.response, 12, 4, 1, block)) return false;
    using Element = std::remove_reference_t<decltype(*m.response.data())>;
    const auto* first = reinterpret_cast<const Element*>(block.data);
    for (std::uint32_t i = 0; i < block.size; ++i) {
      if (!validate_fields(first[i], extent)) return false;
    }
  }
  return true;
}

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_SendGoal_Event& m, CdrMeasure& cdr) noexcept {
  measure_fields(m.info, cdr);
  cdr.elements(4);
  if (!m.request.empty()) {
    if (cdr.matches(0, 4)) {
      cdr.bytes(m.request.size() * 20);
    } else {
      for (const auto& one : m.request) measure_fields(one, cdr);
    }
  }
  cdr.elements(4);
  for (const auto& one : m.response) measure_fields(one, cdr);
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_SendGoal_Event& m, CdrWriter& cdr) noexcept {
  encode_fields(m.info, cdr);
  cdr.put(static_cast<std::uint32_t>(m.request.size()));
  if (!m.request.empty()) {
    if (cdr.matches(0, 4)) {
      cdr.bytes(m.request.data(), m.request.size() * 20);
    } else {
      for (const auto& one : m.request) encode_fields(one, cdr);
    }
  }
  cdr.put(static_cast<std::uint32_t>(m.response.size()));
  for (const auto& one : m.response) encode_fields(one, cdr);
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_SendGoal_Event& m, CdrReader& cdr) {
  if (!decode_fields(m.info, cdr)) return false;
  {
    std::uint32_t count = 0;
    if (!cdr.length(count, 20, 1)) return false;
    m.request.resize_uninitialized(count);
    bool decoded = count == 0 || cdr.align(1);
    if (count != 0 && cdr.matches(0, 4)) {
      decoded = decoded && cdr.bytes(m.request.data(), std::size_t{count} * 20);
    } else {
      for (auto& one : m.request) decoded = decoded && decode_fields(one, cdr);
    }
    // Elements that were not decoded must not be seen.
    if (!decoded) {
      m.request.clear();
      return false;
    }
  }
  {
    std::uint32_t count = 0;
    if (!cdr.length(count, 9, 1)) return false;
    m.response.resize(count);
    for (auto& one : m.response) {
      if (!decode_fields(one, cdr)) return false;
    }
  }
  return true;
}

// golden/action/Turn_GetResult_Request

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_GetResult_Request& m, CdrMeasure& cdr) noexcept {
  (void)m;
  cdr.bytes(16);
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_GetResult_Request& m, CdrWriter& cdr) noexcept {
  cdr.bytes(at(&m, 0), 16);
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_GetResult_Request& m, CdrReader& cdr) {
  if (cdr.matches(0, 1)) {
    if (!cdr.bytes(at(&m, 0), 16)) return false;
  } else {
    if (!decode_fields(m.goal_id, cdr)) return false;
  }
  return true;
}

// golden/action/Turn_GetResult_Response

[[maybe_unused]] inline bool validate_fields(const ::golden::action::Turn_GetResult_Response& m, Extent& extent) noexcept {
  if (!validate_fields(m.result, extent)) return false;
  return true;
}

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_GetResult_Response& m, CdrMeasure& cdr) noexcept {
  cdr.elements(1);
  measure_fields(m.result, cdr);
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_GetResult_Response& m, CdrWriter& cdr) noexcept {
  cdr.put(m.status);
  encode_fields(m.result, cdr);
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_GetResult_Response& m, CdrReader& cdr) {
  if (!cdr.get(m.status)) return false;
  if (!decode_fields(m.result, cdr)) return false;
  return true;
}

// golden/action/Turn_GetResult_Event

[[maybe_unused]] inline std::size_t footprint_of(const ::golden::action::Turn_GetResult_Event& m) noexcept {
  std::size_t bytes = 0;
  bytes += block_footprint(m.request.size() * sizeof(*m.request.data()));
  bytes += block_footprint(m.response.size() * sizeof(*m.response.data()));
  return bytes;
}

[[maybe_unused]] inline bool validate_fields(const ::golden::action::Turn_GetResult_Event& m, Extent& extent) noexcept {
  if (!extent.sequence(&m.request, 16, 1, 1)) return false;
  {
    ValidBlock block;
    if (!extent.sequence(&m.response, 2, 1, 1, block)) return false;
    using Element = std::remove_reference_t<decltype(*m.response.data())>;
    const auto* first = reinterpret_cast<const Element*>(block.data);
    for (std::uint32_t i = 0; i < block.size; ++i) {
      if (!validate_fields(first[i], extent)) return false;
    }
  }
  return true;
}

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_GetResult_Event& m, CdrMeasure& cdr) noexcept {
  measure_fields(m.info, cdr);
  cdr.elements(4);
  if (!m.request.empty()) {
    cdr.bytes(m.request.size() * 16);
  }
  cdr.elements(4);
  for (const auto& one : m.response) measure_fields(one, cdr);
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_GetResult_Event& m, CdrWriter& cdr) noexcept {
  encode_fields(m.info, cdr);
  cdr.put(static_cast<std::uint32_t>(m.request.size()));
  if (!m.request.empty()) {
    cdr.bytes(m.request.data(), m.request.size() * 16);
  }
  cdr.put(static_cast<std::uint32_t>(m.response.size()));
  for (const auto& one : m.response) encode_fields(one, cdr);
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_GetResult_Event& m, CdrReader& cdr) {
  if (!decode_fields(m.info, cdr)) return false;
  {
    std::uint32_t count = 0;
    if (!cdr.length(count, 16, 1)) return false;
    m.request.resize_uninitialized(count);
    bool decoded = count == 0 || cdr.align(1);
    if (count != 0 && cdr.matches(0, 1)) {
      decoded = decoded && cdr.bytes(m.request.data(), std::size_t{count} * 16);
    } else {
      for (auto& one : m.request) decoded = decoded && decode_fields(one, cdr);
    }
    // Elements that were not decoded must not be seen.
    if (!decoded) {
      m.request.clear();
      return false;
    }
  }
  {
    std::uint32_t count = 0;
    if (!cdr.length(count, 2, 1)) return false;
    m.response.resize(count);
    for (auto& one : m.response) {
      if (!decode_fields(one, cdr)) return false;
    }
  }
  return true;
}

// golden/action/Turn_FeedbackMessage

[[maybe_unused]] inline void measure_fields(const ::golden::action::Turn_FeedbackMessage& m, CdrMeasure& cdr) noexcept {
  if (cdr.matches(0, 4)) {
    cdr.bytes(20);
  } else {
    measure_fields(m.goal_id, cdr);
    measure_fields(m.feedback, cdr);
  }
}

[[maybe_unused]] inline void encode_fields(const ::golden::action::Turn_FeedbackMessage& m, CdrWriter& cdr) noexcept {
  if (cdr.matches(0, 4)) {
    cdr.bytes(at(&m, 0), 20);
  } else {
    encode_fields(m.goal_id, cdr);
    encode_fields(m.feedback, cdr);
  }
}

[[maybe_unused]] inline bool decode_fields(::golden::action::Turn_FeedbackMessage& m, CdrReader& cdr) {
  if (cdr.matches(0, 4)) {
    if (!cdr.bytes(at(&m, 0), 20)) return false;
  } else {
    if (!decode_fields(m.goal_id, cdr)) return false;
    if (!decode_fields(m.feedback, cdr)) return false;
  }
  return true;
}

}  // namespace

namespace baton::msg::generated {

extern BATON_PUBLIC const TypeSupport builtin_interfaces__msg__Time;
extern BATON_PUBLIC const TypeSupport service_msgs__msg__ServiceEventInfo;
extern BATON_PUBLIC const TypeSupport unique_identifier_msgs__msg__UUID;
extern BATON_PUBLIC const TypeSupport golden__msg__Half;
extern BATON_PUBLIC const TypeSupport golden__msg__Pair;
extern BATON_PUBLIC const TypeSupport golden__msg__Reading;
extern BATON_PUBLIC const TypeSupport golden__srv__Reset_Request;
extern BATON_PUBLIC const TypeSupport golden__srv__Reset_Response;
extern BATON_PUBLIC const TypeSupport golden__srv__Reset_Event;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_Goal;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_Result;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_Feedback;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_SendGoal_Request;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_SendGoal_Response;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_SendGoal_Event;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_GetResult_Request;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_GetResult_Response;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_GetResult_Event;
extern BATON_PUBLIC const TypeSupport golden__action__Turn_FeedbackMessage;

static_assert(sizeof(::golden::msg::Half) == 2);
static_assert(alignof(::golden::msg::Half) == 2);
static_assert(offsetof(::golden::msg::Half, letter) == 0);
constexpr Field golden__msg__Half__fields[] = {
    {"letter", Kind::wide_character, Shape::single, 0, 0, 0, nullptr},
};
BATON_CONSTINIT const TypeSupport golden__msg__Half = {
    /*type_name=*/"golden/msg/Half",
    /*hash=*/{0xc6, 0xd1, 0xdb, 0x01, 0x16, 0x37, 0x46, 0xec, 0x21, 0xa4, 0x84, 0xd9, 0xec, 0x7d, 0x40, 0xef, 0xcd, 0xf8, 0x7f, 0x31, 0x01, 0xea, 0x5b, 0x9a, 0x9c, 0x73, 0xa5, 0x62, 0xe4, 0x94, 0x5d, 0x8d},
    /*layout_hash=*/0x17b2d2ae6d8ae923,
    /*size_bytes=*/2,
    /*alignment=*/2,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/false,
    /*cdr_least_bytes=*/4,
    /*fields=*/golden__msg__Half__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/msg/Half", "fields": [{"name": "letter", "type": {"type_id": 14, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, "referenced_type_descriptions": []})json",
    /*construct=*/Lifetime<::golden::msg::Half>::construct,
    /*destroy=*/Lifetime<::golden::msg::Half>::destroy,
    /*copy=*/Lifetime<::golden::msg::Half>::copy,
    /*equal=*/Lifetime<::golden::msg::Half>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::msg::Half*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::msg::Half*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::msg::Half*>(message), cdr);
    },
};

static_assert(sizeof(::golden::msg::Pair) == 4);
static_assert(alignof(::golden::msg::Pair) == 2);
static_assert(offsetof(::golden::msg::Pair, halves) == 0);
constexpr Field golden__msg__Pair__fields[] = {
    {"halves", Kind::message, Shape::array, 0, 2, 0, &golden__msg__Half},
};
BATON_CONSTINIT const TypeSupport golden__msg__Pair = {
    /*type_name=*/"golden/msg/Pair",
    /*hash=*/{0x54, 0x87, 0x1c, 0x3b, 0xa9, 0xa4, 0x9e, 0x02, 0x7b, 0x20, 0x47, 0x0e, 0xf0, 0x96, 0x4c, 0x4d, 0x18, 0xcb, 0xd5, 0xa3, 0xea, 0x39, 0xc2, 0x95, 0xd1, 0xbf, 0x9d, 0x4d, 0x2e, 0xa8, 0x96, 0x0d},
    /*layout_hash=*/0xeb9948739613f454,
    /*size_bytes=*/4,
    /*alignment=*/2,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/false,
    /*cdr_least_bytes=*/8,
    /*fields=*/golden__msg__Pair__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/msg/Pair", "fields": [{"name": "halves", "type": {"type_id": 49, "capacity": 2, "string_capacity": 0, "nested_type_name": "golden/msg/Half"}}]}, "referenced_type_descriptions": [{"type_name": "golden/msg/Half", "fields": [{"name": "letter", "type": {"type_id": 14, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::msg::Pair>::construct,
    /*destroy=*/Lifetime<::golden::msg::Pair>::destroy,
    /*copy=*/Lifetime<::golden::msg::Pair>::copy,
    /*equal=*/Lifetime<::golden::msg::Pair>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::msg::Pair*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::msg::Pair*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::msg::Pair*>(message), cdr);
    },
};

static_assert(sizeof(::golden::msg::Reading) == 112);
static_assert(alignof(::golden::msg::Reading) == 8);
static_assert(offsetof(::golden::msg::Reading, stamp) == 0);
static_assert(offsetof(::golden::msg::Reading, valid) == 8);
static_assert(offsetof(::golden::msg::Reading, position) == 16);
static_assert(offsetof(::golden::msg::Reading, raw) == 40);
static_assert(offsetof(::golden::msg::Reading, name) == 56);
static_assert(offsetof(::golden::msg::Reading, notes) == 72);
static_assert(offsetof(::golden::msg::Reading, title) == 88);
static_assert(offsetof(::golden::msg::Reading, count) == 104);
constexpr Field golden__msg__Reading__fields[] = {
    {"stamp", Kind::message, Shape::single, 0, 0, 0, &builtin_interfaces__msg__Time},
    {"valid", Kind::boolean, Shape::single, 8, 0, 0, nullptr},
    {"position", Kind::float64, Shape::array, 16, 3, 0, nullptr},
    {"raw", Kind::uint8, Shape::sequence, 40, 0, 0, nullptr},
    {"name", Kind::string, Shape::single, 56, 0, 16, nullptr},
    {"notes", Kind::string, Shape::bounded_sequence, 72, 2, 0, nullptr},
    {"title", Kind::wide_string, Shape::single, 88, 0, 0, nullptr},
    {"count", Kind::int32, Shape::single, 104, 0, 0, nullptr},
};
BATON_CONSTINIT const TypeSupport golden__msg__Reading = {
    /*type_name=*/"golden/msg/Reading",
    /*hash=*/{0x87, 0xfa, 0x04, 0x39, 0x56, 0x18, 0xf8, 0x53, 0x97, 0xd0, 0x5a, 0x95, 0xd9, 0x23, 0x4e, 0x62, 0x0a, 0x67, 0x7d, 0xc5, 0x39, 0xcc, 0x09, 0xfa, 0x8e, 0x1f, 0x1e, 0x11, 0x78, 0xcf, 0x83, 0xcd},
    /*layout_hash=*/0xeb7ed63de892734a,
    /*size_bytes=*/112,
    /*alignment=*/8,
    /*plain=*/false,
    /*any_bytes=*/false,
    /*dense=*/false,
    /*cdr_least_bytes=*/53,
    /*fields=*/golden__msg__Reading__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/msg/Reading", "fields": [{"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}, {"name": "valid", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "position", "type": {"type_id": 59, "capacity": 3, "string_capacity": 0, "nested_type_name": ""}}, {"name": "raw", "type": {"type_id": 147, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "name", "type": {"type_id": 21, "capacity": 0, "string_capacity": 16, "nested_type_name": ""}}, {"name": "notes", "type": {"type_id": 113, "capacity": 2, "string_capacity": 0, "nested_type_name": ""}}, {"name": "title", "type": {"type_id": 18, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "count", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::msg::Reading>::construct,
    /*destroy=*/Lifetime<::golden::msg::Reading>::destroy,
    /*copy=*/Lifetime<::golden::msg::Reading>::copy,
    /*equal=*/Lifetime<::golden::msg::Reading>::equal,
    /*footprint=*/[](const void* message) noexcept {
      return ::footprint_of(*static_cast<const ::golden::msg::Reading*>(message));
    },
    /*validate=*/[](const void* message, Extent& extent) noexcept {
      return ::validate_fields(*static_cast<const ::golden::msg::Reading*>(message), extent);
    },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::msg::Reading*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::msg::Reading*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::msg::Reading*>(message), cdr);
    },
};

static_assert(sizeof(::golden::srv::Reset_Request) == 4);
static_assert(alignof(::golden::srv::Reset_Request) == 4);
static_assert(offsetof(::golden::srv::Reset_Request, a) == 0);
constexpr Field golden__srv__Reset_Request__fields[] = {
    {"a", Kind::int32, Shape::single, 0, 0, 0, nullptr},
};
BATON_CONSTINIT const TypeSupport golden__srv__Reset_Request = {
    /*type_name=*/"golden/srv/Reset_Request",
    /*hash=*/{0x3d, 0x2b, 0x1a, 0x60, 0x54, 0xfa, 0xa5, 0xbb, 0xb4, 0x55, 0x79, 0x0a, 0xd5, 0xc4, 0x3b, 0x85, 0xb7, 0x64, 0x66, 0x74, 0xd2, 0xf0, 0xc8, 0xfc, 0x8d, 0x1f, 0x9c, 0xa7, 0xe9, 0x37, 0xa4, 0x56},
    /*layout_hash=*/0x0cfb636b355f6fa8,
    /*size_bytes=*/4,
    /*alignment=*/4,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/true,
    /*cdr_least_bytes=*/4,
    /*fields=*/golden__srv__Reset_Request__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/srv/Reset_Request", "fields": [{"name": "a", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, "referenced_type_descriptions": []})json",
    /*construct=*/Lifetime<::golden::srv::Reset_Request>::construct,
    /*destroy=*/Lifetime<::golden::srv::Reset_Request>::destroy,
    /*copy=*/Lifetime<::golden::srv::Reset_Request>::copy,
    /*equal=*/Lifetime<::golden::srv::Reset_Request>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::srv::Reset_Request*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::srv::Reset_Request*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::srv::Reset_Request*>(message), cdr);
    },
};

static_assert(sizeof(::golden::srv::Reset_Response) == 1);
static_assert(alignof(::golden::srv::Reset_Response) == 1);
static_assert(offsetof(::golden::srv::Reset_Response, structure_needs_at_least_one_member) == 0);
constexpr Field golden__srv__Reset_Response__fields[] = {
    {"structure_needs_at_least_one_member", Kind::uint8, Shape::single, 0, 0, 0, nullptr},
};
BATON_CONSTINIT const TypeSupport golden__srv__Reset_Response = {
    /*type_name=*/"golden/srv/Reset_Response",
    /*hash=*/{0x5e, 0xbe, 0xbc, 0xf4, 0xcc, 0x29, 0xab, 0x73, 0x40, 0xee, 0x33, 0x3c, 0x27, 0x2c, 0x66, 0xcc, 0xac, 0xe9, 0x67, 0x31, 0x17, 0x00, 0xe6, 0xaa, 0x66, 0x7e, 0xef, 0x76, 0xf0, 0x3e, 0x81, 0xcc},
    /*layout_hash=*/0x2f39839b60688155,
    /*size_bytes=*/1,
    /*alignment=*/1,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/true,
    /*cdr_least_bytes=*/1,
    /*fields=*/golden__srv__Reset_Response__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/srv/Reset_Response", "fields": [{"name": "structure_needs_at_least_one_member", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, "referenced_type_descriptions": []})json",
    /*construct=*/Lifetime<::golden::srv::Reset_Response>::construct,
    /*destroy=*/Lifetime<::golden::srv::Reset_Response>::destroy,
    /*copy=*/Lifetime<::golden::srv::Reset_Response>::copy,
    /*equal=*/Lifetime<::golden::srv::Reset_Response>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::srv::Reset_Response*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::srv::Reset_Response*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::srv::Reset_Response*>(message), cdr);
    },
};

static_assert(sizeof(::golden::srv::Reset_Event) == 72);
static_assert(alignof(::golden::srv::Reset_Event) == 8);
static_assert(offsetof(::golden::srv::Reset_Event, info) == 0);
static_assert(offsetof(::golden::srv::Reset_Event, request) == 40);
static_assert(offsetof(::golden::srv::Reset_Event, response) == 56);
constexpr Field golden__srv__Reset_Event__fields[] = {
    {"info", Kind::message, Shape::single, 0, 0, 0, &service_msgs__msg__ServiceEventInfo},
    {"request", Kind::message, Shape::bounded_sequence, 40, 1, 0, &golden__srv__Reset_Request},
    {"response", Kind::message, Shape::bounded_sequence, 56, 1, 0, &golden__srv__Reset_Response},
};
BATON_CONSTINIT const TypeSupport golden__srv__Reset_Event = {
    /*type_name=*/"golden/srv/Reset_Event",
    /*hash=*/{0x98, 0x3c, 0x16, 0x2b, 0x46, 0x31, 0x0f, 0x9a, 0x67, 0x9a, 0x63, 0x64, 0x2c, 0xab, 0x18, 0x23, 0xbb, 0x66, 0x25, 0x3f, 0x79, 0xe4, 0xe1, 0xc2, 0xd7, 0xb2, 0x1f, 0x78, 0xd1, 0x7a, 0xd5, 0xe5},
    /*layout_hash=*/0xea988ff646e2a182,
    /*size_bytes=*/72,
    /*alignment=*/8,
    /*plain=*/false,
    /*any_bytes=*/false,
    /*dense=*/false,
    /*cdr_least_bytes=*/41,
    /*fields=*/golden__srv__Reset_Event__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/srv/Reset_Event", "fields": [{"name": "info", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "service_msgs/msg/ServiceEventInfo"}}, {"name": "request", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/srv/Reset_Request"}}, {"name": "response", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/srv/Reset_Response"}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/srv/Reset_Request", "fields": [{"name": "a", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/srv/Reset_Response", "fields": [{"name": "structure_needs_at_least_one_member", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "service_msgs/msg/ServiceEventInfo", "fields": [{"name": "event_type", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}, {"name": "client_gid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}, {"name": "sequence_number", "type": {"type_id": 8, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::srv::Reset_Event>::construct,
    /*destroy=*/Lifetime<::golden::srv::Reset_Event>::destroy,
    /*copy=*/Lifetime<::golden::srv::Reset_Event>::copy,
    /*equal=*/Lifetime<::golden::srv::Reset_Event>::equal,
    /*footprint=*/[](const void* message) noexcept {
      return ::footprint_of(*static_cast<const ::golden::srv::Reset_Event*>(message));
    },
    /*validate=*/[](const void* message, Extent& extent) noexcept {
      return ::validate_fields(*static_cast<const ::golden::srv::Reset_Event*>(message), extent);
    },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::srv::Reset_Event*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::srv::Reset_Event*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::srv::Reset_Event*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_Goal) == 4);
static_assert(alignof(::golden::action::Turn_Goal) == 4);
static_assert(offsetof(::golden::action::Turn_Goal, angle) == 0);
constexpr Field golden__action__Turn_Goal__fields[] = {
    {"angle", Kind::float32, Shape::single, 0, 0, 0, nullptr},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_Goal = {
    /*type_name=*/"golden/action/Turn_Goal",
    /*hash=*/{0x65, 0x42, 0x46, 0x28, 0xbd, 0x97, 0xfc, 0x5b, 0x94, 0x76, 0x68, 0xf5, 0xc0, 0x95, 0x57, 0x35, 0x43, 0xb7, 0x21, 0xb7, 0xd4, 0x48, 0xa7, 0xa9, 0xbb, 0x23, 0x15, 0x69, 0x98, 0xc8, 0xc5, 0xc6},
    /*layout_hash=*/0xb76368ffc87a1617,
    /*size_bytes=*/4,
    /*alignment=*/4,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/true,
    /*cdr_least_bytes=*/4,
    /*fields=*/golden__action__Turn_Goal__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_Goal", "fields": [{"name": "angle", "type": {"type_id": 10, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, "referenced_type_descriptions": []})json",
    /*construct=*/Lifetime<::golden::action::Turn_Goal>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_Goal>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_Goal>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_Goal>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_Goal*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_Goal*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_Goal*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_Result) == 1);
static_assert(alignof(::golden::action::Turn_Result) == 1);
static_assert(offsetof(::golden::action::Turn_Result, reached) == 0);
constexpr Field golden__action__Turn_Result__fields[] = {
    {"reached", Kind::boolean, Shape::single, 0, 0, 0, nullptr},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_Result = {
    /*type_name=*/"golden/action/Turn_Result",
    /*hash=*/{0xc0, 0xd7, 0x1b, 0x38, 0x7d, 0x7f, 0x5f, 0x78, 0x02, 0x82, 0x3d, 0xfd, 0xd2, 0x0e, 0xd5, 0x5c, 0x09, 0xcd, 0xba, 0x33, 0x78, 0x95, 0x9f, 0x97, 0x48, 0x5a, 0xdc, 0x97, 0x72, 0xef, 0x0c, 0xfd},
    /*layout_hash=*/0xc16efbca765a947a,
    /*size_bytes=*/1,
    /*alignment=*/1,
    /*plain=*/true,
    /*any_bytes=*/false,
    /*dense=*/false,
    /*cdr_least_bytes=*/1,
    /*fields=*/golden__action__Turn_Result__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_Result", "fields": [{"name": "reached", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, "referenced_type_descriptions": []})json",
    /*construct=*/Lifetime<::golden::action::Turn_Result>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_Result>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_Result>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_Result>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void* message, Extent& extent) noexcept {
      return ::validate_fields(*static_cast<const ::golden::action::Turn_Result*>(message), extent);
    },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_Result*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_Result*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_Result*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_Feedback) == 4);
static_assert(alignof(::golden::action::Turn_Feedback) == 4);
static_assert(offsetof(::golden::action::Turn_Feedback, left) == 0);
constexpr Field golden__action__Turn_Feedback__fields[] = {
    {"left", Kind::float32, Shape::single, 0, 0, 0, nullptr},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_Feedback = {
    /*type_name=*/"golden/action/Turn_Feedback",
    /*hash=*/{0xad, 0x49, 0x37, 0x67, 0xd5, 0xbd, 0xae, 0x12, 0x65, 0x45, 0x6a, 0x73, 0x92, 0xda, 0x7b, 0x36, 0xe1, 0xe7, 0x74, 0x33, 0x82, 0x95, 0x47, 0x71, 0xe6, 0x9e, 0xb2, 0x35, 0xd6, 0x23, 0xd6, 0x40},
    /*layout_hash=*/0xb76368ffc87a1617,
    /*size_bytes=*/4,
    /*alignment=*/4,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/true,
    /*cdr_least_bytes=*/4,
    /*fields=*/golden__action__Turn_Feedback__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_Feedback", "fields": [{"name": "left", "type": {"type_id": 10, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, "referenced_type_descriptions": []})json",
    /*construct=*/Lifetime<::golden::action::Turn_Feedback>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_Feedback>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_Feedback>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_Feedback>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_Feedback*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_Feedback*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_Feedback*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_SendGoal_Request) == 20);
static_assert(alignof(::golden::action::Turn_SendGoal_Request) == 4);
static_assert(offsetof(::golden::action::Turn_SendGoal_Request, goal_id) == 0);
static_assert(offsetof(::golden::action::Turn_SendGoal_Request, goal) == 16);
constexpr Field golden__action__Turn_SendGoal_Request__fields[] = {
    {"goal_id", Kind::message, Shape::single, 0, 0, 0, &unique_identifier_msgs__msg__UUID},
    {"goal", Kind::message, Shape::single, 16, 0, 0, &golden__action__Turn_Goal},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_SendGoal_Request = {
    /*type_name=*/"golden/action/Turn_SendGoal_Request",
    /*hash=*/{0x5a, 0x62, 0x21, 0x8f, 0xd2, 0xe0, 0xb8, 0x0e, 0xd2, 0x52, 0xdb, 0xd1, 0xb6, 0x37, 0x95, 0x36, 0x35, 0x6e, 0x9d, 0x71, 0xb9, 0x28, 0x64, 0x51, 0xea, 0xc3, 0xcc, 0xd7, 0x2e, 0x7c, 0x1a, 0xb8},
    /*layout_hash=*/0x006890bfdaa0a9a0,
    /*size_bytes=*/20,
    /*alignment=*/4,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/true,
    /*cdr_least_bytes=*/20,
    /*fields=*/golden__action__Turn_SendGoal_Request__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_SendGoal_Request", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}, {"name": "goal", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Goal"}}]}, "referenced_type_descriptions": [{"type_name": "golden/action/Turn_Goal", "fields": [{"name": "angle", "type": {"type_id": 10, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "unique_identifier_msgs/msg/UUID", "fields": [{"name": "uuid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::action::Turn_SendGoal_Request>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_SendGoal_Request>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_SendGoal_Request>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_SendGoal_Request>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_SendGoal_Request*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_SendGoal_Request*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_SendGoal_Request*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_SendGoal_Response) == 12);
static_assert(alignof(::golden::action::Turn_SendGoal_Response) == 4);
static_assert(offsetof(::golden::action::Turn_SendGoal_Response, accepted) == 0);
static_assert(offsetof(::golden::action::Turn_SendGoal_Response, stamp) == 4);
constexpr Field golden__action__Turn_SendGoal_Response__fields[] = {
    {"accepted", Kind::boolean, Shape::single, 0, 0, 0, nullptr},
    {"stamp", Kind::message, Shape::single, 4, 0, 0, &builtin_interfaces__msg__Time},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_SendGoal_Response = {
    /*type_name=*/"golden/action/Turn_SendGoal_Response",
    /*hash=*/{0x3e, 0xd9, 0x70, 0x59, 0xe2, 0x79, 0x79, 0xa0, 0xd2, 0x8b, 0xa8, 0xae, 0x60, 0x21, 0xdb, 0x4a, 0x57, 0xb4, 0x3f, 0xc5, 0xe4, 0x0f, 0x19, 0x2e, 0x7b, 0xa3, 0x8a, 0x82, 0xb2, 0xa7, 0x4e, 0xf3},
    /*layout_hash=*/0xeeadde506e677eda,
    /*size_bytes=*/12,
    /*alignment=*/4,
    /*plain=*/true,
    /*any_bytes=*/false,
    /*dense=*/false,
    /*cdr_least_bytes=*/9,
    /*fields=*/golden__action__Turn_SendGoal_Response__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_SendGoal_Response", "fields": [{"name": "accepted", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::action::Turn_SendGoal_Response>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_SendGoal_Response>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_SendGoal_Response>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_SendGoal_Response>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void* message, Extent& extent) noexcept {
      return ::validate_fields(*static_cast<const ::golden::action::Turn_SendGoal_Response*>(message), extent);
    },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_SendGoal_Response*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_SendGoal_Response*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_SendGoal_Response*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_SendGoal_Event) == 72);
static_assert(alignof(::golden::action::Turn_SendGoal_Event) == 8);
static_assert(offsetof(::golden::action::Turn_SendGoal_Event, info) == 0);
static_assert(offsetof(::golden::action::Turn_SendGoal_Event, request) == 40);
static_assert(offsetof(::golden::action::Turn_SendGoal_Event, response) == 56);
constexpr Field golden__action__Turn_SendGoal_Event__fields[] = {
    {"info", Kind::message, Shape::single, 0, 0, 0, &service_msgs__msg__ServiceEventInfo},
    {"request", Kind::message, Shape::bounded_sequence, 40, 1, 0, &golden__action__Turn_SendGoal_Request},
    {"response", Kind::message, Shape::bounded_sequence, 56, 1, 0, &golden__action__Turn_SendGoal_Response},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_SendGoal_Event = {
    /*type_name=*/"golden/action/Turn_SendGoal_Event",
    /*hash=*/{0xe6, 0x5c, 0xf4, 0x13, 0x02, 0xf6, 0x5d, 0x01, 0x3b, 0x82, 0x65, 0xd6, 0xa0, 0xa8, 0x55, 0x80, 0x0d, 0xef, 0x00, 0x58, 0xa1, 0x7c, 0x32, 0x0f, 0xe7, 0x1e, 0x4f, 0x3d, 0x8f, 0x34, 0xa9, 0xdb},
    /*layout_hash=*/0x7e49f0a96ef66969,
    /*size_bytes=*/72,
    /*alignment=*/8,
    /*plain=*/false,
    /*any_bytes=*/false,
    /*dense=*/false,
    /*cdr_least_bytes=*/41,
    /*fields=*/golden__action__Turn_SendGoal_Event__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_SendGoal_Event", "fields": [{"name": "info", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "service_msgs/msg/ServiceEventInfo"}}, {"name": "request", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Request"}}, {"name": "response", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_SendGoal_Response"}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_Goal", "fields": [{"name": "angle", "type": {"type_id": 10, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_SendGoal_Request", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}, {"name": "goal", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Goal"}}]}, {"type_name": "golden/action/Turn_SendGoal_Response", "fields": [{"name": "accepted", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}]}, {"type_name": "service_msgs/msg/ServiceEventInfo", "fields": [{"name": "event_type", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}, {"name": "client_gid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}, {"name": "sequence_number", "type": {"type_id": 8, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "unique_identifier_msgs/msg/UUID", "fields": [{"name": "uuid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::action::Turn_SendGoal_Event>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_SendGoal_Event>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_SendGoal_Event>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_SendGoal_Event>::equal,
    /*footprint=*/[](const void* message) noexcept {
      return ::footprint_of(*static_cast<const ::golden::action::Turn_SendGoal_Event*>(message));
    },
    /*validate=*/[](const void* message, Extent& extent) noexcept {
      return ::validate_fields(*static_cast<const ::golden::action::Turn_SendGoal_Event*>(message), extent);
    },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_SendGoal_Event*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_SendGoal_Event*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_SendGoal_Event*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_GetResult_Request) == 16);
static_assert(alignof(::golden::action::Turn_GetResult_Request) == 1);
static_assert(offsetof(::golden::action::Turn_GetResult_Request, goal_id) == 0);
constexpr Field golden__action__Turn_GetResult_Request__fields[] = {
    {"goal_id", Kind::message, Shape::single, 0, 0, 0, &unique_identifier_msgs__msg__UUID},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_GetResult_Request = {
    /*type_name=*/"golden/action/Turn_GetResult_Request",
    /*hash=*/{0x53, 0x76, 0xab, 0xf2, 0x63, 0xce, 0x50, 0x8b, 0xa6, 0x70, 0xa9, 0x22, 0xdd, 0x10, 0x92, 0xef, 0x4c, 0x07, 0x43, 0xd1, 0x80, 0x50, 0x5f, 0xc2, 0x33, 0x83, 0xdd, 0x5f, 0xf2, 0x9e, 0x41, 0xdc},
    /*layout_hash=*/0xb6b6fd0169bf245d,
    /*size_bytes=*/16,
    /*alignment=*/1,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/true,
    /*cdr_least_bytes=*/16,
    /*fields=*/golden__action__Turn_GetResult_Request__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_GetResult_Request", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}]}, "referenced_type_descriptions": [{"type_name": "unique_identifier_msgs/msg/UUID", "fields": [{"name": "uuid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::action::Turn_GetResult_Request>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_GetResult_Request>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_GetResult_Request>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_GetResult_Request>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_GetResult_Request*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_GetResult_Request*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_GetResult_Request*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_GetResult_Response) == 2);
static_assert(alignof(::golden::action::Turn_GetResult_Response) == 1);
static_assert(offsetof(::golden::action::Turn_GetResult_Response, status) == 0);
static_assert(offsetof(::golden::action::Turn_GetResult_Response, result) == 1);
constexpr Field golden__action__Turn_GetResult_Response__fields[] = {
    {"status", Kind::int8, Shape::single, 0, 0, 0, nullptr},
    {"result", Kind::message, Shape::single, 1, 0, 0, &golden__action__Turn_Result},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_GetResult_Response = {
    /*type_name=*/"golden/action/Turn_GetResult_Response",
    /*hash=*/{0x02, 0x17, 0xd7, 0x87, 0x16, 0x26, 0x12, 0xf0, 0xbd, 0x01, 0xba, 0x49, 0xf0, 0xb5, 0x84, 0x8d, 0x44, 0xf2, 0xf7, 0xe5, 0x0c, 0x74, 0xd9, 0x17, 0xf2, 0x8c, 0x2c, 0x8e, 0x35, 0xc5, 0x6c, 0x37},
    /*layout_hash=*/0x7b8bb0cf6919c105,
    /*size_bytes=*/2,
    /*alignment=*/1,
    /*plain=*/true,
    /*any_bytes=*/false,
    /*dense=*/false,
    /*cdr_least_bytes=*/2,
    /*fields=*/golden__action__Turn_GetResult_Response__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_GetResult_Response", "fields": [{"name": "status", "type": {"type_id": 2, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "result", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Result"}}]}, "referenced_type_descriptions": [{"type_name": "golden/action/Turn_Result", "fields": [{"name": "reached", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::action::Turn_GetResult_Response>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_GetResult_Response>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_GetResult_Response>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_GetResult_Response>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void* message, Extent& extent) noexcept {
      return ::validate_fields(*static_cast<const ::golden::action::Turn_GetResult_Response*>(message), extent);
    },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_GetResult_Response*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_GetResult_Response*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_GetResult_Response*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_GetResult_Event) == 72);
static_assert(alignof(::golden::action::Turn_GetResult_Event) == 8);
static_assert(offsetof(::golden::action::Turn_GetResult_Event, info) == 0);
static_assert(offsetof(::golden::action::Turn_GetResult_Event, request) == 40);
static_assert(offsetof(::golden::action::Turn_GetResult_Event, response) == 56);
constexpr Field golden__action__Turn_GetResult_Event__fields[] = {
    {"info", Kind::message, Shape::single, 0, 0, 0, &service_msgs__msg__ServiceEventInfo},
    {"request", Kind::message, Shape::bounded_sequence, 40, 1, 0, &golden__action__Turn_GetResult_Request},
    {"response", Kind::message, Shape::bounded_sequence, 56, 1, 0, &golden__action__Turn_GetResult_Response},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_GetResult_Event = {
    /*type_name=*/"golden/action/Turn_GetResult_Event",
    /*hash=*/{0x96, 0x86, 0xe4, 0xf9, 0xcc, 0xd6, 0xdd, 0x74, 0xea, 0xd2, 0x63, 0xcf, 0xee, 0xc4, 0xae, 0xaa, 0x81, 0xea, 0xdc, 0x90, 0x25, 0x8e, 0x85, 0xca, 0xca, 0xa1, 0x8b, 0x3e, 0xda, 0x3e, 0xce, 0x84},
    /*layout_hash=*/0xd01efeb818c46012,
    /*size_bytes=*/72,
    /*alignment=*/8,
    /*plain=*/false,
    /*any_bytes=*/false,
    /*dense=*/false,
    /*cdr_least_bytes=*/41,
    /*fields=*/golden__action__Turn_GetResult_Event__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_GetResult_Event", "fields": [{"name": "info", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "service_msgs/msg/ServiceEventInfo"}}, {"name": "request", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Request"}}, {"name": "response", "type": {"type_id": 97, "capacity": 1, "string_capacity": 0, "nested_type_name": "golden/action/Turn_GetResult_Response"}}]}, "referenced_type_descriptions": [{"type_name": "builtin_interfaces/msg/Time", "fields": [{"name": "sec", "type": {"type_id": 6, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "nanosec", "type": {"type_id": 7, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "golden/action/Turn_GetResult_Request", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}]}, {"type_name": "golden/action/Turn_GetResult_Response", "fields": [{"name": "status", "type": {"type_id": 2, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "result", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Result"}}]}, {"type_name": "golden/action/Turn_Result", "fields": [{"name": "reached", "type": {"type_id": 15, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "service_msgs/msg/ServiceEventInfo", "fields": [{"name": "event_type", "type": {"type_id": 3, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}, {"name": "stamp", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "builtin_interfaces/msg/Time"}}, {"name": "client_gid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}, {"name": "sequence_number", "type": {"type_id": 8, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "unique_identifier_msgs/msg/UUID", "fields": [{"name": "uuid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::action::Turn_GetResult_Event>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_GetResult_Event>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_GetResult_Event>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_GetResult_Event>::equal,
    /*footprint=*/[](const void* message) noexcept {
      return ::footprint_of(*static_cast<const ::golden::action::Turn_GetResult_Event*>(message));
    },
    /*validate=*/[](const void* message, Extent& extent) noexcept {
      return ::validate_fields(*static_cast<const ::golden::action::Turn_GetResult_Event*>(message), extent);
    },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_GetResult_Event*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_GetResult_Event*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_GetResult_Event*>(message), cdr);
    },
};

static_assert(sizeof(::golden::action::Turn_FeedbackMessage) == 20);
static_assert(alignof(::golden::action::Turn_FeedbackMessage) == 4);
static_assert(offsetof(::golden::action::Turn_FeedbackMessage, goal_id) == 0);
static_assert(offsetof(::golden::action::Turn_FeedbackMessage, feedback) == 16);
constexpr Field golden__action__Turn_FeedbackMessage__fields[] = {
    {"goal_id", Kind::message, Shape::single, 0, 0, 0, &unique_identifier_msgs__msg__UUID},
    {"feedback", Kind::message, Shape::single, 16, 0, 0, &golden__action__Turn_Feedback},
};
BATON_CONSTINIT const TypeSupport golden__action__Turn_FeedbackMessage = {
    /*type_name=*/"golden/action/Turn_FeedbackMessage",
    /*hash=*/{0x37, 0xae, 0xb1, 0x4e, 0x97, 0xb8, 0xd0, 0x76, 0x34, 0xba, 0x54, 0xbf, 0xb4, 0xbc, 0x44, 0xb4, 0xe5, 0x56, 0x0a, 0xee, 0x68, 0x3a, 0x3e, 0x27, 0x80, 0x94, 0xd0, 0x95, 0x11, 0x05, 0x02, 0x5e},
    /*layout_hash=*/0x006890bfdaa0a9a0,
    /*size_bytes=*/20,
    /*alignment=*/4,
    /*plain=*/true,
    /*any_bytes=*/true,
    /*dense=*/true,
    /*cdr_least_bytes=*/20,
    /*fields=*/golden__action__Turn_FeedbackMessage__fields,
    /*description=*/R"json({"type_description": {"type_name": "golden/action/Turn_FeedbackMessage", "fields": [{"name": "goal_id", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "unique_identifier_msgs/msg/UUID"}}, {"name": "feedback", "type": {"type_id": 1, "capacity": 0, "string_capacity": 0, "nested_type_name": "golden/action/Turn_Feedback"}}]}, "referenced_type_descriptions": [{"type_name": "golden/action/Turn_Feedback", "fields": [{"name": "left", "type": {"type_id": 10, "capacity": 0, "string_capacity": 0, "nested_type_name": ""}}]}, {"type_name": "unique_identifier_msgs/msg/UUID", "fields": [{"name": "uuid", "type": {"type_id": 51, "capacity": 16, "string_capacity": 0, "nested_type_name": ""}}]}]})json",
    /*construct=*/Lifetime<::golden::action::Turn_FeedbackMessage>::construct,
    /*destroy=*/Lifetime<::golden::action::Turn_FeedbackMessage>::destroy,
    /*copy=*/Lifetime<::golden::action::Turn_FeedbackMessage>::copy,
    /*equal=*/Lifetime<::golden::action::Turn_FeedbackMessage>::equal,
    /*footprint=*/[](const void*) noexcept { return std::size_t{0}; },
    /*validate=*/[](const void*, Extent&) noexcept { return true; },
    /*cdr_size=*/[](const void* message, std::size_t from) noexcept {
      CdrMeasure cdr(from);
      ::measure_fields(*static_cast<const ::golden::action::Turn_FeedbackMessage*>(message), cdr);
      return cdr.position() - from;
    },
    /*encode=*/[](CdrWriter& cdr, const void* message) noexcept {
      ::encode_fields(*static_cast<const ::golden::action::Turn_FeedbackMessage*>(message), cdr);
    },
    /*decode=*/[](CdrReader& cdr, void* message) {
      return ::decode_fields(*static_cast<::golden::action::Turn_FeedbackMessage*>(message), cdr);
    },
};

constexpr const TypeSupport* golden__types__all[] = {
    &golden__msg__Half,
    &golden__msg__Pair,
    &golden__msg__Reading,
    &golden__srv__Reset_Request,
    &golden__srv__Reset_Response,
    &golden__srv__Reset_Event,
    &golden__action__Turn_Goal,
    &golden__action__Turn_Result,
    &golden__action__Turn_Feedback,
    &golden__action__Turn_SendGoal_Request,
    &golden__action__Turn_SendGoal_Response,
    &golden__action__Turn_SendGoal_Event,
    &golden__action__Turn_GetResult_Request,
    &golden__action__Turn_GetResult_Response,
    &golden__action__Turn_GetResult_Event,
    &golden__action__Turn_FeedbackMessage,
};
extern BATON_PUBLIC const Span<const TypeSupport* const> golden__types;
BATON_CONSTINIT const Span<const TypeSupport* const> golden__types{golden__types__all};

}  // namespace baton::msg::generated

namespace baton::msg {

template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::msg::Half>() noexcept {
  return generated::golden__msg__Half;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::msg::Pair>() noexcept {
  return generated::golden__msg__Pair;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::msg::Reading>() noexcept {
  return generated::golden__msg__Reading;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Request>() noexcept {
  return generated::golden__srv__Reset_Request;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Response>() noexcept {
  return generated::golden__srv__Reset_Response;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::srv::Reset_Event>() noexcept {
  return generated::golden__srv__Reset_Event;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_Goal>() noexcept {
  return generated::golden__action__Turn_Goal;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_Result>() noexcept {
  return generated::golden__action__Turn_Result;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_Feedback>() noexcept {
  return generated::golden__action__Turn_Feedback;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_SendGoal_Request>() noexcept {
  return generated::golden__action__Turn_SendGoal_Request;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_SendGoal_Response>() noexcept {
  return generated::golden__action__Turn_SendGoal_Response;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_SendGoal_Event>() noexcept {
  return generated::golden__action__Turn_SendGoal_Event;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_GetResult_Request>() noexcept {
  return generated::golden__action__Turn_GetResult_Request;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_GetResult_Response>() noexcept {
  return generated::golden__action__Turn_GetResult_Response;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_GetResult_Event>() noexcept {
  return generated::golden__action__Turn_GetResult_Event;
}
template <>
BATON_PUBLIC const TypeSupport& type_support<::golden::action::Turn_FeedbackMessage>() noexcept {
  return generated::golden__action__Turn_FeedbackMessage;
}

}  // namespace baton::msg
