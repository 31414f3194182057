// SPDX-License-Identifier: Apache-2.0
// Services and clients of types that are known at run time only.
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <baton/generic_client.hpp>
#include <baton/generic_service.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "convert.hpp"
#include "gate.hpp"
#include "node.hpp"
#include "qos.hpp"

namespace nb = nanobind;

namespace baton::python {
namespace {

/// Which request a response belongs to.
struct RequestId {
  rmw_request_id_t id;
};

struct ServiceHandle : Handle<GenericService> {
  ServiceHandle(std::shared_ptr<GenericService> held, SharedCallback callable,
                const msg::TypeSupport& response)
      : Handle(std::move(held)), callback(std::move(callable)), response_type(response) {}
  int traverse(visitproc visit, void* arg) const { return callback->traverse(visit, arg); }
  void close() { callback->close(); }
  void clear() { callback->clear(); }

  SharedCallback callback;
  const msg::TypeSupport& response_type;
};

/// A client whose responses complete futures of Python.
class PythonClient : public GenericClient {
 public:
  using GenericClient::GenericClient;

  rmw_request_id_t ask(const void* request, SharedCallback on_response) {
    auto pending = std::make_unique<Pending>(response_type(), std::move(on_response));
    return to_request_id(send(request, std::move(pending)));
  }

 private:
  struct Pending : rclcpp::detail::PendingResponse {
    Pending(const msg::TypeSupport& response, SharedCallback call)
        : type(response), callback(std::move(call)) {}
    void complete(std::shared_ptr<void> response) override {
      const AskGatesAgain behind;
      const Gil gil;
      const nb::object callable = callback->get();
      if (callable.is_valid()) callable(to_python(type, std::move(response)));
    }

    const msg::TypeSupport& type;
    const SharedCallback callback;
  };
};

struct ClientHandle : Handle<PythonClient> {
  ClientHandle(std::shared_ptr<PythonClient> held, SharedCallback owner)
      : Handle(std::move(held)), gate(std::move(owner)) {}
  std::shared_ptr<PythonClient> client() const { return get("client"); }
  int traverse(visitproc visit, void* arg) const { return gate->traverse(visit, arg); }
  void close() { gate->close(); }
  void clear() { gate->clear(); }

  SharedCallback gate;  // which is not called
};

/// The callback gets (request, id) and answers by send_response(), at once or later.
ServiceHandle* create_service(const NodeHandle& node_handle, const std::string& type,
                              const std::string& name, nb::object callback, nb::handle qos_tuple,
                              nb::handle group, nb::object gate) {
  const auto node = node_handle.node();
  const QoS qos = qos_from(qos_tuple);
  const bool gated = !gate.is_none();
  auto callable = std::make_shared<Callback>(std::move(callback), std::move(gate));
  const ServiceMessages types = find_service_messages(type);
  const msg::TypeSupport* const request_type = types.request;
  const auto call = [callable, request_type](const std::shared_ptr<GenericService>&,
                                             const rmw_request_id_t& id,
                                             std::shared_ptr<void> request,
                                             const std::function<std::shared_ptr<void>()>&) {
    const AskGatesAgain behind;
    const Gil gil;
    const nb::object python = callable->get();
    if (python.is_valid()) {
      python(to_python(*request_type, std::move(request)), RequestId{id});
    }
    return false;
  };
  const CallbackGroup::SharedPtr chosen = group_of(group);
  std::shared_ptr<GenericService> made;
  {
    const ReleasedGil released;
    const auto base = node->get_node_base_interface();
    const EndpointHome home(*base);
    if (gated) {
      made = std::make_shared<Gated<GenericService>>(callable, home, name, type, call, qos);
    } else {
      made = std::make_shared<GenericService>(home, name, type, call, qos);
    }
    base->add_to_group(made, chosen);
  }
  return new ServiceHandle(std::move(made), std::move(callable), *types.response);
}

void send_response(const ServiceHandle& handle, const RequestId& request, nb::handle response) {
  const auto service = handle.get("service");
  const std::shared_ptr<void> message = from_python(handle.response_type, response);
  const ReleasedGil released;
  service->send_response(request.id, message);
}

ClientHandle* create_client(const NodeHandle& node_handle, const std::string& type,
                            const std::string& name, nb::handle qos_tuple, nb::handle group,
                            nb::object gate) {
  const auto node = node_handle.node();
  const QoS qos = qos_from(qos_tuple);
  const CallbackGroup::SharedPtr chosen = group_of(group);
  const bool gated = !gate.is_none();
  auto owner = std::make_shared<Callback>(nb::none(), std::move(gate));
  std::shared_ptr<PythonClient> made;
  {
    const ReleasedGil released;
    const auto base = node->get_node_base_interface();
    const EndpointHome home(*base);
    if (gated) {
      made = std::make_shared<Gated<PythonClient>>(owner, home, name, type, qos);
    } else {
      made = std::make_shared<PythonClient>(home, name, type, qos);
    }
    base->add_to_group(made, chosen);
  }
  return new ClientHandle(std::move(made), std::move(owner));
}

RequestId send_request(const ClientHandle& handle, nb::handle request, nb::object on_response) {
  const auto client = handle.client();
  const std::shared_ptr<void> message = from_python(client->request_type(), request);
  auto callback = std::make_shared<Callback>(std::move(on_response));
  const ReleasedGil released;
  return RequestId{client->ask(message.get(), std::move(callback))};
}

bool wait_for_service(const ClientHandle& handle, std::int64_t timeout_ns) {
  const auto client = handle.client();
  bool ready = false;
  {
    const ReleasedGil released;
    ready = client->wait_for_service(std::chrono::nanoseconds(timeout_ns));
  }
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  return ready;
}

}  // namespace

void add_services(nb::module_& module) {
  nb::class_<RequestId>(module, "RequestId")
      .def_prop_ro("sequence_number", [](const RequestId& id) { return id.id.sequence_number; })
      .def_prop_ro("client_gid", [](const RequestId& id) {
        return nb::bytes(reinterpret_cast<const char*>(id.id.writer_guid),
                         sizeof id.id.writer_guid);
      });
  add_with(nb::class_<ServiceHandle>(module, "Service",
                                     nb::type_slots(collected_slots<ServiceHandle>())))
      .def("send_response", send_response, nb::arg("request_id"), nb::arg("response"))
      .def_prop_ro("service_name",
                   [](const ServiceHandle& self) {
                     return std::string(self.get("service")->get_service_name());
                   })
      .def_prop_ro("valid", [](const ServiceHandle& self) { return self.valid(); })
      .def("destroy", [](ServiceHandle& self) { self.destroy(); });
  add_with(
      nb::class_<ClientHandle>(module, "Client", nb::type_slots(collected_slots<ClientHandle>())))
      .def("send_request", send_request, nb::arg("request"), nb::arg("on_response"))
      .def("remove_pending_request",
           [](const ClientHandle& self, std::int64_t id) {
             const auto client = self.client();
             const ReleasedGil released;
             return client->remove_pending_request(id);
           })
      .def("service_is_ready",
           [](const ClientHandle& self) {
             const auto client = self.client();
             const ReleasedGil released;
             return client->service_is_ready();
           })
      .def("wait_for_service", wait_for_service, nb::arg("timeout_ns"))
      .def_prop_ro(
          "service_name",
          [](const ClientHandle& self) { return std::string(self.client()->get_service_name()); })
      .def_prop_ro("valid", [](const ClientHandle& self) { return self.valid(); })
      .def("destroy", [](ClientHandle& self) { self.destroy(); });
  module.def("create_service", create_service, nb::arg("node"), nb::arg("type"), nb::arg("name"),
             nb::arg("callback"), nb::arg("qos"), nb::arg("group").none(), nb::arg("gate").none());
  module.def("create_client", create_client, nb::arg("node"), nb::arg("type"), nb::arg("name"),
             nb::arg("qos"), nb::arg("group").none(), nb::arg("gate").none());
}

}  // namespace baton::python
