// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <baton/event_callbacks.hpp>
#include <baton/exceptions.hpp>
#include <baton/guard_condition.hpp>
#include <baton/namespaces.hpp>
#include <baton/visibility.hpp>
#include <baton/waitable.hpp>

namespace baton::client {
class EndpointEvents;
enum class EventReport : unsigned char;
}  // namespace baton::client

namespace rclcpp {

using exceptions::UnsupportedEventTypeException;

/// One kind of event of one endpoint, for wait sets and for executors of users' own. Baton's
/// executors need none: they run the callbacks of the endpoint's options. Thread safety: all
/// members.
class BATON_PUBLIC EventHandlerBase : public Waitable {
 public:
  using SharedPtr = std::shared_ptr<EventHandlerBase>;
  using WeakPtr = std::weak_ptr<EventHandlerBase>;

  enum class EntityType : std::size_t { Event };

  /// Made by publishers and subscriptions.
  EventHandlerBase(std::shared_ptr<client::EndpointEvents> events, client::EventReport kind);
  ~EventHandlerBase() override;

  std::size_t get_number_of_ready_events() override { return 1; }
  void add_to_wait_set(rcl_wait_set_t& wait_set) override;
  bool is_ready(const rcl_wait_set_t& wait_set) override;
  std::shared_ptr<void> take_data() override { return nullptr; }
  std::shared_ptr<void> take_data_by_entity_id(std::size_t) override { return nullptr; }
  /// Runs the callbacks of all events of the endpoint that are not reported yet.
  void execute(const std::shared_ptr<void>& data) override;

  /// From now on `callback` is called with the number of new events, in the thread that tells of
  /// them; at once for those that it was not told of. Throws std::invalid_argument for an empty
  /// one.
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback) override;
  void clear_on_ready_callback() override;

 private:
  const std::shared_ptr<client::EndpointEvents> events_;
  const client::EventReport kind_;
  const std::shared_ptr<client::GuardState> guard_;
};

}  // namespace rclcpp
