// SPDX-License-Identifier: Apache-2.0
// The callbacks for events of parameters: of one parameter each, or of all.
//
// Thread safety: all of it. The mutex is held while callbacks run, so that a thread that removes
// one knows that it runs no more; it is recursive, because callbacks may add and remove too.
#pragma once

#include <list>
#include <mutex>

#include <baton/parameter_event_handler.hpp>

namespace baton::client {

class ParameterEventCallbacks {
 public:
  using Event = rcl_interfaces::msg::ParameterEvent;

  void add(const ParameterCallbackHandle::SharedPtr& handle);
  void add(const ParameterEventCallbackHandle::SharedPtr& handle);
  /// These throw std::runtime_error if the callback is not registered.
  void remove(const ParameterCallbackHandle::SharedPtr& handle);
  void remove(const ParameterEventCallbackHandle::SharedPtr& handle);

  void call(const Event& event);

 private:
  std::recursive_mutex mutex_;  // covers what follows; the newest first
  std::list<ParameterCallbackHandle::WeakPtr> of_parameters_;
  std::list<ParameterEventCallbackHandle::WeakPtr> of_events_;
};

}  // namespace baton::client
