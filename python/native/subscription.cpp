// SPDX-License-Identifier: Apache-2.0
#include <baton/subscription.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include <baton/msg/cdr.hpp>
#include <baton/type_name.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "events.hpp"
#include "gate.hpp"
#include "message.hpp"
#include "node.hpp"
#include "qos.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

/// What a callback is called with.
enum class Form : std::uint8_t { message, bytes };

nb::dict to_dict(const MessageInfo& info) {
  const rmw_message_info_t whole = info.get_rmw_message_info();
  nb::dict entries;
  entries["source_timestamp"] = whole.source_timestamp;
  entries["received_timestamp"] = whole.received_timestamp;
  entries["publication_sequence_number"] = whole.publication_sequence_number;
  entries["reception_sequence_number"] = nb::none();
  entries["publisher_gid"] = nb::bytes(reinterpret_cast<const char*>(info.publisher_gid.data()),
                                       info.publisher_gid.size());
  return entries;
}

nb::object to_object(ClassInfo& info, SampleHandle&& sample) {
  Holder* const holder = hold_sample(*info.type, std::move(sample));
  if (holder == nullptr) throw nb::python_error();
  const nb::object kept = nb::steal(reinterpret_cast<PyObject*>(holder));
  PyObject* const made = make_message(info, holder, 0);
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

nb::object to_bytes(ClassInfo& info, const SampleHandle& sample) {
  const std::size_t size_bytes = msg::encoded_size(*info.type, sample.data());
  PyObject* const made = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size_bytes));
  if (made == nullptr) throw nb::python_error();
  nb::object bytes = nb::steal(made);
  auto* const memory = reinterpret_cast<std::byte*>(PyBytes_AS_STRING(made));
  if (!msg::encode_message(*info.type, sample.data(), msg::Span<std::byte>(memory, size_bytes))) {
    throw nb::value_error("the message changed while it was read");
  }
  return bytes;
}

/// Receives messages of a type that is known at run time only, where their publisher wrote them.
class RawSubscription : public SubscriptionBase {
 public:
  RawSubscription(const EndpointHome& home, const std::string& topic, ClassInfo& info,
                  const QoS& qos, const SubscriptionOptionsBase& options, SharedCallback callback,
                  Form form, bool with_info)
      : SubscriptionBase(home, topic, qos, type_identity(*info.type), options),
        info_(info),
        callback_(std::move(callback)),
        form_(form),
        with_info_(with_info) {}

  bool take(SampleHandle& sample) { return take_handle(sample); }
  bool has_messages() const { return SubscriptionBase::has_work(); }  // parked or not
  ClassInfo& info() const { return info_; }
  const Callback& callback() const { return *callback_; }
  nb::object in_form(SampleHandle&& sample) const {
    return form_ == Form::bytes ? to_bytes(info_, sample) : to_object(info_, std::move(sample));
  }

  // For executors of users' own in C++, which do not reach this class.
  std::shared_ptr<void> create_message() override { return make_heap_message(*info_.type); }
  bool take_type_erased(void*, MessageInfo&) override { return false; }
  void handle_message(std::shared_ptr<void>&, const MessageInfo&) override {}

 private:
  void deliver(SampleHandle&& sample) override {
    SampleHandle held = std::move(sample);
    const AskGatesAgain behind;
    const Gil gil;
    const nb::object callable = callback_->get();
    if (!callable.is_valid()) return;
    if (with_info_) {
      const nb::dict info = to_dict(held.info());
      callable(in_form(std::move(held)), info);
    } else {
      callable(in_form(std::move(held)));
    }
  }

  ClassInfo& info_;
  const SharedCallback callback_;
  const Form form_;
  const bool with_info_;
};

struct SubscriptionHandle : Handle<RawSubscription> {
  SubscriptionHandle(std::shared_ptr<RawSubscription> held, SharedCallback callable,
                     std::shared_ptr<EventHandlers> handlers)
      : Handle(std::move(held)), callback(std::move(callable)), events(std::move(handlers)) {}
  std::shared_ptr<RawSubscription> subscription() const { return get("subscription"); }
  int traverse(visitproc visit, void* arg) const {
    const int stop = callback->traverse(visit, arg);
    return stop != 0 ? stop : events->traverse(visit, arg);
  }
  void close() {
    callback->close();
    events->close();
  }
  void clear() {
    callback->clear();
    events->clear();
  }

  SharedCallback callback;
  std::shared_ptr<EventHandlers> events;
  bool watched = false;
};

SubscriptionHandle* create_subscription(const NodeHandle& node_handle, nb::handle message_class,
                                        const std::string& topic, nb::object callback,
                                        nb::handle qos_tuple, nb::dict settings) {
  const auto node = node_handle.node();
  ClassInfo* const info = class_of(message_class.ptr());
  if (info == nullptr) throw nb::python_error();
  const QoS qos = qos_from(qos_tuple);
  auto handlers = std::make_shared<EventHandlers>();
  const bool has_gate = !settings["gate"].is_none();
  auto callable =
      std::make_shared<Callback>(std::move(callback), nb::borrow<nb::object>(settings["gate"]));
  SubscriptionOptionsBase options;
  options.event_callbacks = handlers->of_subscription(settings["events"]);
  options.use_default_callbacks = nb::cast<bool>(settings["default_callbacks"]);
  options.callback_group = group_of(settings["group"]);
  options.ignore_local_publications = nb::cast<bool>(settings["ignore_local"]);
  options.qos_overriding_options = overrides_from(settings["overrides"]);
  options.content_filter_options.filter_expression = nb::cast<std::string>(settings["filter"]);
  options.content_filter_options.expression_parameters =
      nb::cast<std::vector<std::string>>(settings["filter_parameters"]);
  const Form form = nb::cast<bool>(settings["raw"]) ? Form::bytes : Form::message;
  const bool with_info = nb::cast<bool>(settings["with_info"]);
  const bool spun = nb::cast<bool>(settings["spun"]);
  std::shared_ptr<RawSubscription> made;
  {
    const ReleasedGil released;
    const auto base = node->get_node_base_interface();
    const EndpointHome home(*base);
    // One that is only asked by take() is in no executor, until a waitable watches it.
    if (has_gate || !spun) {
      made = std::make_shared<Gated<RawSubscription>>(callable, home, topic, *info, qos, options,
                                                      callable, form, with_info);
    } else {
      made = std::make_shared<RawSubscription>(home, topic, *info, qos, options, callable, form,
                                               with_info);
    }
    if (spun) base->add_to_group(made, options.callback_group);
  }
  return new SubscriptionHandle(std::move(made), std::move(callable), std::move(handlers));
}

/// From now on an executor asks the gate when there are messages. For a subscription without a
/// callback; it stays in the group of the first call.
void watch(SubscriptionHandle& handle, const NodeHandle& node_handle, nb::object gate,
           nb::handle group) {
  const auto subscription = handle.subscription();
  const auto base = node_handle.node()->get_node_base_interface();
  const CallbackGroup::SharedPtr chosen = group_of(group);
  handle.callback->set_gate(std::move(gate));
  if (std::exchange(handle.watched, true)) return;
  const ReleasedGil released;
  base->add_to_group(subscription, chosen);
}

nb::object take(const SubscriptionHandle& handle, bool with_info) {
  const auto subscription = handle.subscription();
  SampleHandle sample;
  bool taken = false;
  {
    const ReleasedGil released;
    taken = subscription->take(sample);
  }
  if (!taken) return nb::none();
  if (!with_info) return subscription->in_form(std::move(sample));
  const nb::dict info = to_dict(sample.info());
  return nb::make_tuple(subscription->in_form(std::move(sample)), info);
}

nb::dict counters(const SubscriptionHandle& handle) {
  SubscriptionCounters counters;
  {
    const auto subscription = handle.subscription();
    const ReleasedGil released;
    counters = subscription->get_counters();
  }
  nb::dict all;
  all["received"] = counters.received;
  all["skipped"] = counters.skipped;
  all["lost"] = counters.lost;
  all["copied"] = counters.copied;
  all["copied_for_callback"] = counters.copied_for_callback;
  all["rejected_peers"] = counters.rejected_peers;
  all["dropped_peers"] = counters.dropped_peers;
  all["undecodable"] = counters.undecodable;
  return all;
}

}  // namespace

void add_subscriptions(nb::module_& module) {
  add_with(nb::class_<SubscriptionHandle>(module, "Subscription",
                                          nb::type_slots(collected_slots<SubscriptionHandle>())))
      .def("take", take, nb::arg("with_info") = false)
      .def("has_messages",
           [](const SubscriptionHandle& self) { return self.subscription()->has_messages(); })
      .def("watch", watch, nb::arg("node"), nb::arg("gate"), nb::arg("group").none())
      .def("destroy", [](SubscriptionHandle& self) { self.destroy(); })
      .def_prop_ro("valid", [](const SubscriptionHandle& self) { return self.valid(); })
      .def_prop_ro("topic_name",
                   [](const SubscriptionHandle& self) {
                     return std::string(self.subscription()->get_topic_name());
                   })
      .def_prop_ro("qos",
                   [](const SubscriptionHandle& self) {
                     return to_tuple(self.subscription()->get_actual_qos());
                   })
      .def("get_publisher_count",
           [](const SubscriptionHandle& self) {
             const auto subscription = self.subscription();
             const ReleasedGil released;
             return subscription->get_publisher_count();
           })
      .def("get_matches",
           [](const SubscriptionHandle& self) {
             const auto subscription = self.subscription();
             std::vector<MatchInfo> matches;
             {
               const ReleasedGil released;
               matches = subscription->get_matches();
             }
             return to_list(matches);
           })
      .def("get_counters", counters)
      .def("is_cft_enabled",
           [](const SubscriptionHandle& self) { return self.subscription()->is_cft_enabled(); })
      .def("set_content_filter", [](const SubscriptionHandle& self, const std::string& expression,
                                    const std::vector<std::string>& parameters) {
        self.subscription()->set_content_filter(expression, parameters);
      });
  module.def("create_subscription", create_subscription, nb::arg("node"), nb::arg("message_class"),
             nb::arg("topic"), nb::arg("callback"), nb::arg("qos"), nb::arg("settings"));
}

}  // namespace baton::python
