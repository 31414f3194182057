// SPDX-License-Identifier: Apache-2.0
#include <baton/time_source.hpp>

#include <memory>

#include <nanobind/nanobind.h>

#include "clock.hpp"
#include "node.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

/// /clock is received by a thread of the context, as for every node.
struct TimeSourceHandle : Handle<TimeSource> {
  TimeSourceHandle() : Handle(std::make_shared<TimeSource>()) {}
};

template <class F>
void released(const TimeSourceHandle& handle, const F& call) {
  const auto source = handle.get("time source");
  const ReleasedGil without_gil;
  call(*source);
}

}  // namespace

void add_time_sources(nb::module_& module) {
  nb::class_<TimeSourceHandle>(module, "TimeSource")
      .def(nb::init<>())
      .def("attach_node",
           [](const TimeSourceHandle& self, const NodeHandle& node_handle) {
             const auto node = node_handle.node();
             released(self, [&](TimeSource& source) { source.attachNode(node); });
           })
      .def("detach_node",
           [](const TimeSourceHandle& self) {
             released(self, [](TimeSource& source) { source.detachNode(); });
           })
      .def("attach_clock", [](const TimeSourceHandle& self, const ClockHandle& clock) {
        released(self, [&](TimeSource& source) { source.attachClock(clock.clock); });
      });
}

}  // namespace baton::python
