// SPDX-License-Identifier: Apache-2.0
#include <baton/ros_c/rcl_timer.h>
#include <baton/timer.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include <nanobind/nanobind.h>

#include "clock.hpp"
#include "gate.hpp"
#include "node.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

struct TimerHandle : Handle<TimerBase> {
  TimerHandle(std::shared_ptr<TimerBase> held, SharedCallback callable)
      : Handle(std::move(held)), callback(std::move(callable)) {}
  std::shared_ptr<TimerBase> timer() const { return get("timer"); }
  int traverse(visitproc visit, void* arg) const { return callback->traverse(visit, arg); }
  void close() { callback->close(); }
  void clear() { callback->clear(); }

  SharedCallback callback;
};

/// With `gated` the timer may get a gate later.
TimerHandle* create_timer(const NodeHandle& node_handle, std::int64_t period_ns,
                          nb::object callback, nb::handle group, const ClockHandle& clock,
                          bool autostart, nb::object gate, bool gated) {
  const auto node = node_handle.node();
  auto callable = std::make_shared<Callback>(std::move(callback), std::move(gate));
  auto call = [callable](const TimerInfo& info) {
    const AskGatesAgain behind;
    const Gil gil;
    const nb::object python = callable->get();
    if (python.is_valid()) {
      python(info.expected_call_time.nanoseconds(), info.actual_call_time.nanoseconds());
    }
  };
  const CallbackGroup::SharedPtr chosen = group_of(group);
  std::shared_ptr<TimerBase> made;
  {
    const ReleasedGil released;
    using Made = GenericTimer<TimerInfoCallbackType>;
    const std::chrono::nanoseconds period(period_ns);
    TimerInfoCallbackType function(std::move(call));
    Context::SharedPtr context = node->get_node_base_interface()->get_context();
    if (gated) {
      made = std::make_shared<Gated<Made>>(callable, clock.clock, period, std::move(function),
                                           std::move(context), autostart);
    } else {
      made = std::make_shared<Made>(clock.clock, period, std::move(function), std::move(context),
                                    autostart);
    }
    node->get_node_timers_interface()->add_timer(made, chosen);
  }
  return new TimerHandle(std::move(made), std::move(callable));
}

template <class F>
auto released(const TimerHandle& handle, F&& call) {
  const auto timer = handle.timer();
  const ReleasedGil without_gil;
  return call(*timer);
}

void set_period(const TimerHandle& handle, std::int64_t period_ns) {
  std::int64_t former_ns = 0;
  const auto timer = handle.timer()->get_timer_handle();
  if (rcl_timer_exchange_period(timer.get(), period_ns, &former_ns) != 0) {
    throw nb::value_error("the period of a timer must not be negative");
  }
}

}  // namespace

void add_timers(nb::module_& module) {
  add_with(nb::class_<TimerHandle>(module, "Timer", nb::type_slots(collected_slots<TimerHandle>())))
      .def("watch",
           [](TimerHandle& self, nb::object gate) { self.callback->set_gate(std::move(gate)); })
      .def("cancel", [](const TimerHandle& self) { released(self, [](auto& t) { t.cancel(); }); })
      .def("reset", [](const TimerHandle& self) { released(self, [](auto& t) { t.reset(); }); })
      .def("is_canceled",
           [](const TimerHandle& self) {
             return released(self, [](auto& t) { return t.is_canceled(); });
           })
      .def("is_ready",
           [](const TimerHandle& self) {
             return released(self, [](auto& t) { return t.is_ready(); });
           })
      .def("time_until_next_call",
           [](const TimerHandle& self) {
             return released(self, [](auto& t) { return t.time_until_trigger().count(); });
           })
      .def_prop_rw(
          "period_ns", [](const TimerHandle& self) { return self.timer()->get_period().count(); },
          set_period)
      .def_prop_ro("valid", [](const TimerHandle& self) { return self.valid(); })
      .def("destroy", [](TimerHandle& self) { self.destroy(); });
  module.def("create_timer", create_timer, nb::arg("node"), nb::arg("period_ns"),
             nb::arg("callback"), nb::arg("group").none(), nb::arg("clock"), nb::arg("autostart"),
             nb::arg("gate").none(), nb::arg("gated"));
}

}  // namespace baton::python
