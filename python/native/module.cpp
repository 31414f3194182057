// SPDX-License-Identifier: Apache-2.0
// The extension `baton._native`: what of Baton is not written in Python.
#include <nanobind/nanobind.h>

#include <exception>

#include "errors.hpp"
#include "holder.hpp"
#include "message_functions.hpp"
#include "node.hpp"

namespace nb = nanobind;

namespace baton::python {
void add_class_functions(nb::module_& module);

namespace {

void require_main_interpreter() {
  if (PyInterpreterState_Get() == PyInterpreterState_Main()) return;
  throw nb::import_error(
      "baton cannot be used in a sub-interpreter: it has one set of message classes for the "
      "process. Import it in the main interpreter, or start another process");
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const nb::python_error&) {
    throw;
  } catch (const nb::builtin_exception&) {
    throw;
  } catch (const std::exception& error) {
    set_python_error(error);
  }
}

}  // namespace
}  // namespace baton::python

NB_MODULE(_native, module) {
  using namespace baton::python;
  require_main_interpreter();
  nb::set_leak_warnings(false);  // classes of messages live for ever
  nb::register_exception_translator(translate);
  if (!use_exceptions_of(nb::module_::import_("baton.exceptions").ptr()) ||
      !add_holder_types(module.ptr()) || !add_message_types(module.ptr())) {
    throw nb::python_error();
  }
  add_class_functions(module);
  add_message_functions(module);
  add_contexts(module);
  add_clocks(module);
  add_nodes(module);
  add_publishers(module);
  add_subscriptions(module);
  add_time_sources(module);
  add_timers(module);
  add_services(module);
  add_executors(module);
  add_qos(module);
  add_logging(module);
}
