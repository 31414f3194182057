// SPDX-License-Identifier: Apache-2.0
#include <baton/context.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <baton/utilities.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "node.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

std::vector<const char*> pointers_to(const std::vector<std::string>& arguments) {
  std::vector<const char*> pointers;
  for (const std::string& each : arguments) pointers.push_back(each.c_str());
  return pointers;
}

void init(const ContextHandle& handle, const std::vector<std::string>& arguments,
          std::int64_t domain_id) {
  InitOptions options;
  if (domain_id >= 0) options.set_domain_id(static_cast<std::size_t>(domain_id));
  const auto pointers = pointers_to(arguments);
  const ReleasedGil released;
  handle.context->init(static_cast<int>(pointers.size()), pointers.data(), options);
}

bool shutdown(const ContextHandle& handle, const std::string& reason) {
  const ReleasedGil released;
  return handle.context->shutdown(reason);
}

void on_shutdown(const ContextHandle& handle, nb::object callback) {
  handle.context->on_shutdown([held = std::make_shared<Callback>(std::move(callback))] {
    if (!Py_IsInitialized()) return;
    const Gil gil;
    try {
      held->get()();
    } catch (nb::python_error& error) {
      error.discard_as_unraisable("a callback for the shutdown of a context");
    }
  });
}

bool sleep_for(const ContextHandle& handle, std::int64_t time_ns) {
  bool whole = false;
  {
    const ReleasedGil released;
    whole = handle.context->sleep_for(std::chrono::nanoseconds(time_ns));
  }
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  return whole;
}

}  // namespace

void add_contexts(nb::module_& module) {
  nb::class_<ContextHandle>(module, "Context")
      .def(
          "__enter__", [](ContextHandle& self) -> ContextHandle& { return self; },
          nb::rv_policy::reference)
      .def("__exit__", [](ContextHandle&, const nb::args&) {})
      .def("__init__",
           [](ContextHandle* self) { new (self) ContextHandle{std::make_shared<Context>()}; })
      .def("init", init, nb::arg("arguments"), nb::arg("domain_id"))
      .def("ok", [](const ContextHandle& self) { return self.context->is_valid(); })
      .def("shutdown", shutdown, nb::arg("reason"))
      .def("shutdown_reason",
           [](const ContextHandle& self) { return self.context->shutdown_reason(); })
      .def("get_domain_id", [](const ContextHandle& self) { return self.context->get_domain_id(); })
      .def("on_shutdown", on_shutdown, nb::arg("callback"))
      .def("sleep_for", sleep_for, nb::arg("time_ns"));
  module.def("default_context",
             [] { return ContextHandle{contexts::get_global_default_context()}; });
  module.def("wait_for_callbacks", [](double seconds) {
    wait_for_callbacks(std::chrono::nanoseconds(std::int64_t(seconds * 1e9)));
  });
  module.def("forget_other_threads", forget_other_threads);
  module.def("install_signal_handlers", [](int options) {
    return install_signal_handlers(static_cast<SignalHandlerOptions>(options));
  });
  module.def("uninstall_signal_handlers", [] { return uninstall_signal_handlers(); });
  module.def("signal_handlers_installed", [] { return signal_handlers_installed(); });
  module.def("remove_ros_arguments", [](const std::vector<std::string>& arguments) {
    const auto pointers = pointers_to(arguments);
    return remove_ros_arguments(static_cast<int>(pointers.size()), pointers.data());
  });
}

}  // namespace baton::python
