// SPDX-License-Identifier: Apache-2.0
// Any bytes as a request to a node's parameters, as they come over the wire: refused, or answered
// with a response that can be encoded. The first byte chooses the service.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include <baton/service_envelope.hpp>

#include "client/parameters/parameter_requests.hpp"
#include "client/parameters/parameter_store.hpp"
#include "dds/received_message.hpp"

namespace {

using namespace baton;
using dds::ReceivedMessage;

void require(bool holds) {
  if (!holds) std::abort();
}

/// Each input gets a node of its own, so that it means the same whatever came before.
struct Parameters {
  Parameters() {
    const client::ParameterStore::Descriptor plain;
    store.declare("gain", ParameterValue(1.5), plain, false);
    store.declare("a.name", ParameterValue("text"), plain, false);
    store.declare("numbers", ParameterValue(std::vector<std::int64_t>{1, 2}), plain, false);
  }
  client::ParameterStore store{{}, true};
};

template <class Service, class Answer>
void ask(std::span<const std::byte> bytes, Answer&& answer) {
  using Request = typename Service::Request;
  using Response = typename Service::Response;
  static const EnvelopeType type = envelope_type<Request>();
  ReceivedMessage::Form form{};
  const auto envelope = ReceivedMessage::decode_body(type, bytes, form);
  require(static_cast<bool>(envelope) == (form == ReceivedMessage::Form::plain));
  if (!envelope) return;
  const auto& whole = *reinterpret_cast<const Enveloped<Request>*>(envelope->data());
  require(whole.identity == RequestIdentity());
  Parameters parameters;
  Response response;
  answer(parameters.store, whole.message, response);
  std::vector<std::byte> encoded;
  require(msg::encode_message(msg::type_support<Response>(), &response, encoded));
  require(
      static_cast<bool>(ReceivedMessage::decode_body(envelope_type<Response>(), encoded, form)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rcl_interfaces::srv;
  if (size < 2) return 0;
  const std::span bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  switch (data[0] % 6) {
    case 0:
      ask<GetParameters>(bytes, client::answer_get);
      break;
    case 1:
      ask<GetParameterTypes>(bytes, client::answer_types);
      break;
    case 2:
      ask<DescribeParameters>(bytes, client::answer_describe);
      break;
    case 3:
      ask<ListParameters>(bytes, client::answer_list);
      break;
    case 4:
      ask<SetParameters>(bytes, client::answer_set);
      break;
    case 5:
      ask<SetParametersAtomically>(bytes, client::answer_set_atomically);
      break;
  }
  return 0;
}
