// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <stdexcept>

#include <baton/parameter_event_handler.hpp>

namespace baton::client {
namespace {

template <class Handle>
using Handles = std::list<std::weak_ptr<Handle>>;

template <class Handle>
auto find(Handles<Handle>& handles, const std::shared_ptr<Handle>& handle) {
  return std::find_if(handles.begin(), handles.end(),
                      [&](const auto& entry) { return handle && entry.lock() == handle; });
}

template <class Handle>
void remove_from(Handles<Handle>& handles, const std::shared_ptr<Handle>& handle) {
  const auto found = find(handles, handle);
  if (found == handles.end()) throw std::runtime_error("Callback doesn't exist");
  handles.erase(found);
}

/// Calls the handles that are registered now and also when it is their turn: `handles` may change
/// meanwhile.
template <class Handle, class Call>
void for_each(Handles<Handle>& handles, Call&& call) {
  handles.remove_if([](const auto& entry) { return entry.expired(); });
  const Handles<Handle> now = handles;
  for (const auto& entry : now) {
    const auto handle = entry.lock();
    if (handle && find(handles, handle) != handles.end()) call(*handle);
  }
}

}  // namespace

void ParameterEventCallbacks::add(const ParameterCallbackHandle::SharedPtr& handle) {
  const std::lock_guard lock(mutex_);
  parameter_callbacks_.push_front(handle);
}

void ParameterEventCallbacks::add(const ParameterEventCallbackHandle::SharedPtr& handle) {
  const std::lock_guard lock(mutex_);
  event_callbacks_.push_front(handle);
}

void ParameterEventCallbacks::remove(const ParameterCallbackHandle::SharedPtr& handle) {
  const std::lock_guard lock(mutex_);
  remove_from(parameter_callbacks_, handle);
}

void ParameterEventCallbacks::remove(const ParameterEventCallbackHandle::SharedPtr& handle) {
  const std::lock_guard lock(mutex_);
  remove_from(event_callbacks_, handle);
}

void ParameterEventCallbacks::event_callback(const Event& event) {
  const std::lock_guard lock(mutex_);
  for_each(parameter_callbacks_, [&](const ParameterCallbackHandle& handle) {
    Parameter parameter;
    if (ParameterEventHandler::get_parameter_from_event(event, parameter, handle.parameter_name,
                                                        handle.node_name)) {
      handle.callback(parameter);
    }
  });
  for_each(event_callbacks_,
           [&](const ParameterEventCallbackHandle& handle) { handle.callback(event); });
}

}  // namespace baton::client
