// SPDX-License-Identifier: Apache-2.0
#include <baton/executors.hpp>
#include <baton/executors/hosted_executor.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "gate.hpp"
#include "node.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

using std::chrono::nanoseconds;

struct ExecutorHandle : Handle<Executor> {
  using Handle::Handle;
  std::shared_ptr<Executor> executor() const { return get("executor"); }
};

ExecutorHandle* create_executor(const ContextHandle& context, const std::string& kind,
                                std::size_t threads, std::int64_t spin_ns) {
  ExecutorOptions options;
  options.context = context.context;
  options.spin = nanoseconds(spin_ns);
  std::shared_ptr<Executor> made;
  const ReleasedGil released;
  if (kind == "hosted") {
    made = std::make_shared<executors::HostedExecutor>(options);
  } else if (kind == "multi_threaded") {
    made = std::make_shared<executors::MultiThreadedExecutor>(options, threads);
  } else {
    made = std::make_shared<executors::SingleThreadedExecutor>(options);
  }
  return new ExecutorHandle(std::move(made));
}

/// Ctrl-C ends the wait, as the signal shuts the context down; Python raises it here.
void raise_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

template <class Run>
auto run_released(const ExecutorHandle& handle, const Run& run) {
  const auto executor = handle.executor();
  raise_signals();
  const auto result = [&] {
    const ReleasedGil released;
    ask_gates_again();
    return run(*executor);
  }();
  raise_signals();
  return result;
}

void spin(const ExecutorHandle& handle) {
  (void)run_released(handle, [](Executor& executor) {
    executor.spin();
    return true;
  });
}

bool spin_once(const ExecutorHandle& handle, std::int64_t timeout_ns) {
  return run_released(handle, [timeout_ns](Executor& executor) {
    return executor.spin_once(nanoseconds(timeout_ns));
  });
}

void spin_some(const ExecutorHandle& handle, std::int64_t timeout_ns) {
  (void)run_released(handle, [timeout_ns](Executor& executor) {
    executor.spin_some(nanoseconds(timeout_ns));
    return true;
  });
}

void spin_all(const ExecutorHandle& handle, std::int64_t timeout_ns) {
  (void)run_released(handle, [timeout_ns](Executor& executor) {
    executor.spin_all(nanoseconds(timeout_ns));
    return true;
  });
}

executors::HostedExecutor& hosted(Executor& executor) {
  auto* const found = dynamic_cast<executors::HostedExecutor*>(&executor);
  if (found == nullptr) throw nb::type_error("only the executor of an event loop has a descriptor");
  return *found;
}

std::int64_t run_ready(const ExecutorHandle& handle) {
  return run_released(handle, [](Executor& executor) {
    return static_cast<std::int64_t>(hosted(executor).run_ready().count());
  });
}

nb::dict counters(const ExecutorHandle& handle) {
  ExecutorCounters counters;
  {
    const auto executor = handle.executor();
    const ReleasedGil released;
    counters = executor->get_counters();
  }
  nb::dict all;
  all["executed"] = counters.executed;
  all["waits"] = counters.waits;
  all["busy_ns"] = counters.busy_ns;
  all["longest_callback_ns"] = counters.longest_callback_ns;
  all["delay_ns"] = counters.delay_ns;
  all["longest_delay_ns"] = counters.longest_delay_ns;
  return all;
}

}  // namespace

void add_executors(nb::module_& module) {
  nb::class_<ExecutorHandle>(module, "Executor")
      .def("add_node",
           [](const ExecutorHandle& self, const NodeHandle& node) {
             const auto executor = self.executor();
             const auto base = node.node()->get_node_base_interface();
             const ReleasedGil released;
             executor->add_node(base);
           })
      .def("remove_node",
           [](const ExecutorHandle& self, const NodeHandle& node) {
             const auto executor = self.executor();
             const auto base = node.node()->get_node_base_interface();
             const ReleasedGil released;
             executor->remove_node(base);
           })
      .def("spin", spin)
      .def("spin_once", spin_once, nb::arg("timeout_ns"))
      .def("spin_some", spin_some, nb::arg("timeout_ns"))
      .def("spin_all", spin_all, nb::arg("timeout_ns"))
      .def("run_ready", run_ready)
      .def("descriptor",
           [](const ExecutorHandle& self) { return hosted(*self.executor()).descriptor(); })
      .def("cancel", [](const ExecutorHandle& self) { self.executor()->cancel(); })
      .def("is_spinning", [](const ExecutorHandle& self) { return self.executor()->is_spinning(); })
      .def("get_counters", counters)
      .def("destroy", [](ExecutorHandle& self) { self.destroy(); });
  module.def("ask_gates_again", [] {
    const ReleasedGil released;
    ask_gates_again();
  });
  module.def("create_executor", create_executor, nb::arg("context"), nb::arg("kind"),
             nb::arg("threads"), nb::arg("spin_ns"));
}

}  // namespace baton::python
