// SPDX-License-Identifier: Apache-2.0
#include "clock.hpp"

#include <cstdint>
#include <limits>
#include <memory>

#include <baton/ros_time_override.hpp>

#include <nanobind/nanobind.h>

#include "node.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

// Callbacks for jumps run under the clock's mutex and need the GIL: nothing here waits for that
// mutex with the GIL.
std::int64_t now(const ClockHandle& self) {
  const ReleasedGil released;
  return self.clock->now().nanoseconds();
}

bool sleep_until(const ClockHandle& self, std::int64_t until_ns, const ContextHandle& context) {
  bool reached = false;
  {
    const ReleasedGil released;
    reached =
        self.clock->sleep_until(Time(until_ns, self.clock->get_clock_type()), context.context);
  }
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  return reached;
}

struct JumpHandle {
  JumpHandler::SharedPtr handler;
  void end() {
    JumpHandler::SharedPtr ending = std::move(handler);
    const ReleasedGil released;
    ending.reset();
  }
};

JumpHandle* create_jump_callback(const ClockHandle& self, nb::object before, nb::object after,
                                 std::int64_t min_forward_ns, std::int64_t min_backward_ns,
                                 bool on_clock_change) {
  rcl_jump_threshold_t threshold{};
  threshold.min_forward.nanoseconds = min_forward_ns;
  threshold.min_backward.nanoseconds = min_backward_ns;
  threshold.on_clock_change = on_clock_change;
  JumpHandler::pre_callback_t pre;
  JumpHandler::post_callback_t post;
  if (!before.is_none()) {
    pre = [callback = std::make_shared<Callback>(before)] {
      const Gil gil;
      callback->get()();
    };
  }
  if (!after.is_none()) {
    post = [callback = std::make_shared<Callback>(after)](const rcl_time_jump_t& jump) {
      const Gil gil;
      callback->get()(static_cast<int>(jump.clock_change), jump.delta.nanoseconds);
    };
  }
  JumpHandler::SharedPtr made;
  {
    const ReleasedGil released;
    made = self.clock->create_jump_callback(std::move(pre), std::move(post), threshold);
  }
  return new JumpHandle{std::move(made)};
}

}  // namespace

void add_clocks(nb::module_& module) {
  nb::class_<JumpHandle>(module, "JumpHandle").def("end", &JumpHandle::end);
  nb::class_<ClockHandle>(module, "Clock")
      .def("__init__",
           [](ClockHandle* self, int type) {
             new (self) ClockHandle{std::make_shared<Clock>(static_cast<rcl_clock_type_t>(type))};
           })
      .def(
          "__enter__", [](ClockHandle& self) -> ClockHandle& { return self; },
          nb::rv_policy::reference)
      .def("__exit__", [](ClockHandle&, const nb::args&) {})
      .def("now", now)
      .def_prop_ro(
          "clock_type",
          [](const ClockHandle& self) { return static_cast<int>(self.clock->get_clock_type()); })
      .def("sleep_until", sleep_until, nb::arg("until_ns"), nb::arg("context"))
      .def("cancel_sleep",
           [](const ClockHandle& self) {
             const ReleasedGil released;
             self.clock->cancel_sleep_or_wait();
           })
      .def("ros_time_is_active",
           [](const ClockHandle& self) {
             const ReleasedGil released;
             return self.clock->ros_time_is_active();
           })
      .def("set_ros_time_is_active",
           [](const ClockHandle& self, bool active) {
             const ReleasedGil released;
             set_ros_time_is_active(*self.clock, active);
           })
      .def("set_ros_time_override",
           [](const ClockHandle& self, std::int64_t time_ns) {
             const ReleasedGil released;
             set_ros_time_override(*self.clock, Time(time_ns, RCL_ROS_TIME));
           })
      .def("create_jump_callback", create_jump_callback, nb::arg("before").none(),
           nb::arg("after").none(), nb::arg("min_forward_ns"), nb::arg("min_backward_ns"),
           nb::arg("on_clock_change"));
}

}  // namespace baton::python
