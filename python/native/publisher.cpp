// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

#include <baton/msg/operations.hpp>
#include <baton/serialized_message.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "events.hpp"
#include "message.hpp"
#include "node.hpp"
#include "qos.hpp"
#include "raw_publisher.hpp"

namespace nb = nanobind;

namespace baton::python {

const ObjectType& object_type_of(const msg::TypeSupport& type) {
  struct Known {
    std::mutex mutex;  // covers what follows
    std::unordered_map<const msg::TypeSupport*, std::unique_ptr<const ObjectType>> types;
  };
  static auto* const known = new Known;
  const std::lock_guard lock(known->mutex);
  auto& object = known->types[&type];
  if (!object) {
    object =
        std::make_unique<const ObjectType>(ObjectType{type.size_bytes, nullptr, nullptr, nullptr});
  }
  return *object;
}

namespace {

/// A loaned message above this size begins without values, as in C++, except for defaults, strings
/// and sequences.
constexpr std::size_t most_initialised_bytes = 4096;

struct PublisherHandle : Handle<RawPublisher> {
  PublisherHandle(std::shared_ptr<RawPublisher> held, ClassInfo& message_class,
                  std::shared_ptr<EventHandlers> handlers)
      : Handle(std::move(held)), info(message_class), events(std::move(handlers)) {}
  std::shared_ptr<RawPublisher> publisher() const { return get("publisher"); }
  int traverse(visitproc visit, void* arg) const { return events->traverse(visit, arg); }
  void close() { events->close(); }
  void clear() { events->clear(); }

  ClassInfo& info;
  std::shared_ptr<EventHandlers> events;
};

[[noreturn]] void throw_wrong_class(const PublisherHandle& handle, nb::handle message) {
  PyErr_Format(PyExc_TypeError, "this publisher publishes %s, not %R", handle.info.name.c_str(),
               reinterpret_cast<PyObject*>(Py_TYPE(message.ptr())));
  throw nb::python_error();
}

void publish_loan(RawPublisher& publisher, Holder& holder) {
  if (!require_live(holder)) throw nb::python_error();
  {
    LoanHandle& loan = holder.lent->loan;
    const ReleasedGil released;
    publisher.publish_loan(loan);
  }
  end_loan(holder);
}

void publish(const PublisherHandle& handle, nb::handle object) {
  const auto publisher = handle.publisher();
  if (PyBytes_Check(object.ptr()) || PyByteArray_Check(object.ptr())) {
    Py_buffer view;
    if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
    SerializedMessage cdr(static_cast<std::size_t>(view.len));
    auto& bytes = cdr.get_rcl_serialized_message();
    std::memcpy(bytes.buffer, view.buf, static_cast<std::size_t>(view.len));
    bytes.buffer_length = static_cast<std::size_t>(view.len);
    PyBuffer_Release(&view);
    const ReleasedGil released;
    return publisher->publish_cdr(cdr);
  }
  if (!is_message(object.ptr())) throw_wrong_class(handle, object);
  auto& message = *reinterpret_cast<Message*>(object.ptr());
  if (message.info != &handle.info) throw_wrong_class(handle, object);
  if (message.holder != nullptr && message.offset == 0 && message.holder->access == Access::loan) {
    return publish_loan(*publisher, *message.holder);
  }
  if (is_untouched(message)) {
    const std::byte* const memory = address_of(message);
    if (memory == nullptr) throw nb::python_error();
    const nb::object kept = nb::borrow(object);
    const ReleasedGil released;
    return publisher->publish_message(memory);
  }
  // Without a subscription nothing is copied.
  if (publisher->get_subscription_count() == 0 && !publisher->is_durability_transient_local()) {
    const auto checked = heap_copy_of(object.ptr());
    if (!checked) throw nb::python_error();
    const ReleasedGil released;
    return publisher->publish_message(checked.get());
  }
  LoanHandle loan;
  {
    const ReleasedGil released;
    loan = publisher->borrow_bytes(handle.info.type->size_bytes);
  }
  if (loan.data() == nullptr) return;  // shut down
  msg::construct(*handle.info.type, loan.data());
  if (!write_message(handle.info, loan.data(), object.ptr(), nullptr)) throw nb::python_error();
  const ReleasedGil released;
  publisher->publish_loan(loan);
}

nb::object borrow_loaned_message(const PublisherHandle& handle) {
  const auto publisher = handle.publisher();
  const msg::TypeSupport& type = *handle.info.type;
  LoanHandle loan;
  if (publisher->can_loan_messages()) {
    const ReleasedGil released;
    loan = publisher->borrow_bytes(type.size_bytes);
  }
  Holder* holder = nullptr;
  if (loan.data() != nullptr) {
    msg::construct(type, loan.data(),
                   type.size_bytes <= most_initialised_bytes
                       ? msg::MessageInitialization::all
                       : msg::MessageInitialization::defaults_only);
    holder = hold_loan(type, publisher, std::move(loan));
    if (holder == nullptr) throw nb::python_error();
  }
  const nb::object kept = nb::steal(reinterpret_cast<PyObject*>(holder));
  PyObject* const made = make_message(handle.info, holder, 0);
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

nb::dict counters(const PublisherHandle& handle) {
  PublisherCounters counters;
  {
    const auto publisher = handle.publisher();
    const ReleasedGil released;
    counters = publisher->get_counters();
  }
  nb::dict all;
  all["published"] = counters.published;
  all["published_bytes"] = counters.published_bytes;
  all["loans"] = counters.loans;
  all["loans_failed"] = counters.loans_failed;
  all["wakes"] = counters.wakes;
  all["compacted"] = counters.compacted;
  all["evicted"] = counters.evicted;
  all["keep_all_timeouts"] = counters.keep_all_timeouts;
  all["rejected_peers"] = counters.rejected_peers;
  all["committed_bytes"] = counters.committed_bytes;
  all["chunks"] = counters.chunks;
  all["pinned_chunks"] = counters.pinned_chunks;
  all["undelivered"] = counters.undelivered;
  return all;
}

PublisherHandle* create_publisher(const NodeHandle& node_handle, nb::handle message_class,
                                  const std::string& topic, nb::handle qos_tuple, nb::handle group,
                                  nb::dict events, bool default_callbacks, nb::handle overrides) {
  const auto node = node_handle.node();
  ClassInfo* const info = class_of(message_class.ptr());
  if (info == nullptr) throw nb::python_error();
  const QoS qos = qos_from(qos_tuple);
  auto handlers = std::make_shared<EventHandlers>();
  PublisherOptionsBase options;
  options.event_callbacks = handlers->of_publisher(events);
  options.use_default_callbacks = default_callbacks;
  options.callback_group = group_of(group);
  options.qos_overriding_options = overrides_from(overrides);
  std::shared_ptr<RawPublisher> made;
  {
    const ReleasedGil released;
    made = std::make_shared<RawPublisher>(EndpointHome(*node->get_node_base_interface()), topic,
                                          *info->type, qos, options);
  }
  return new PublisherHandle(std::move(made), *info, std::move(handlers));
}

}  // namespace

void add_publishers(nb::module_& module) {
  add_with(nb::class_<PublisherHandle>(module, "Publisher",
                                       nb::type_slots(collected_slots<PublisherHandle>())))
      .def("publish", publish, nb::arg("message"))
      .def("borrow_loaned_message", borrow_loaned_message)
      .def("destroy", [](PublisherHandle& self) { self.destroy(); })
      .def_prop_ro("valid", [](const PublisherHandle& self) { return self.valid(); })
      .def_prop_ro("topic_name",
                   [](const PublisherHandle& self) {
                     return std::string(self.publisher()->get_topic_name());
                   })
      .def_prop_ro(
          "qos",
          [](const PublisherHandle& self) { return to_tuple(self.publisher()->get_actual_qos()); })
      .def_prop_ro(
          "can_loan",
          [](const PublisherHandle& self) { return self.publisher()->can_loan_messages(); })
      .def("get_subscription_count",
           [](const PublisherHandle& self) {
             const auto publisher = self.publisher();
             const ReleasedGil released;
             return publisher->get_subscription_count();
           })
      .def("get_matches",
           [](const PublisherHandle& self) {
             const auto publisher = self.publisher();
             std::vector<MatchInfo> matches;
             {
               const ReleasedGil released;
               matches = publisher->get_matches();
             }
             return to_list(matches);
           })
      .def("get_counters", counters)
      .def("get_gid",
           [](const PublisherHandle& self) {
             const rmw_gid_t gid = self.publisher()->get_gid();
             return nb::bytes(reinterpret_cast<const char*>(gid.data), sizeof gid.data);
           })
      .def("assert_liveliness",
           [](const PublisherHandle& self) {
             const auto publisher = self.publisher();
             const ReleasedGil released;
             return publisher->assert_liveliness();
           })
      .def("wait_for_all_acked", [](const PublisherHandle& self, std::int64_t timeout_ns) {
        const auto publisher = self.publisher();
        const ReleasedGil released;
        return publisher->wait_for_all_acked(std::chrono::nanoseconds(timeout_ns));
      });
  module.def("create_publisher", create_publisher, nb::arg("node"), nb::arg("message_class"),
             nb::arg("topic"), nb::arg("qos"), nb::arg("group").none(), nb::arg("events"),
             nb::arg("default_callbacks"), nb::arg("overrides").none());
}

}  // namespace baton::python
