// SPDX-License-Identifier: Apache-2.0
#include <baton/service_envelope.hpp>

#include <gtest/gtest.h>
#include <rcl_interfaces/srv/list_parameters.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include <baton/msg/cdr.hpp>
#include <baton/msg/operations.hpp>

namespace baton {
namespace {

using Request = rcl_interfaces::srv::ListParameters_Request;
using Response = rcl_interfaces::srv::ListParameters_Response;

Enveloped<Request> make_request() {
  Enveloped<Request> whole;
  std::fill(whole.identity.client_gid.begin(), whole.identity.client_gid.end(), std::uint8_t{7});
  whole.identity.sequence = 42;
  whole.message.depth = 3;
  whole.message.prefixes.push_back("a prefix that does not fit into a small string");
  whole.message.prefixes.push_back("b");
  return whole;
}

/// The envelope as a reflected type: it has only the field table.
msg::TypeSupport reflected(const msg::TypeSupport& type) {
  msg::TypeSupport plain = type;
  plain.construct = nullptr;
  plain.destroy = nullptr;
  plain.copy = nullptr;
  plain.equal = nullptr;
  plain.footprint = nullptr;
  plain.validate = nullptr;
  plain.cdr_size = nullptr;
  plain.encode = nullptr;
  plain.decode = nullptr;
  return plain;
}

std::vector<std::byte> encode(const msg::TypeSupport& type, const void* message) {
  std::vector<std::byte> bytes(msg::cdr_size(type, message));
  msg::CdrWriter writer(bytes);
  msg::encode(type, writer, message);
  EXPECT_TRUE(writer.complete());
  EXPECT_EQ(writer.position(), bytes.size());
  return bytes;
}

TEST(ServiceEnvelope, IsCalledAsTheMessageInside) {
  const EnvelopeType type = envelope_type<Request>();
  EXPECT_EQ(type.envelope->type_name, "rcl_interfaces/srv/ListParameters_Request");
  EXPECT_EQ(type.envelope->hash, type.message->hash);
  EXPECT_NE(type.envelope->layout_hash, type.message->layout_hash);
  EXPECT_EQ(type.envelope->size_bytes, sizeof(Enveloped<Request>));
}

TEST(ServiceEnvelope, HasTheMessageWhereTheCompilerPutsIt) {
  const Enveloped<Request> whole;
  const auto* const begin = reinterpret_cast<const std::byte*>(&whole);
  EXPECT_EQ(reinterpret_cast<const std::byte*>(&whole.message) - begin,
            static_cast<std::ptrdiff_t>(envelope_type<Request>().message_offset_bytes));
  EXPECT_EQ(reinterpret_cast<const std::byte*>(&whole.identity), begin);
}

TEST(ServiceEnvelope, CopiesTheIdentityAndTheMessage) {
  const msg::TypeSupport& type = *envelope_type<Request>().envelope;
  const Enveloped<Request> whole = make_request();
  alignas(Enveloped<Request>) std::byte memory[sizeof(Enveloped<Request>)];
  msg::copy(type, memory, &whole);
  EXPECT_EQ(*reinterpret_cast<Enveloped<Request>*>(memory), whole);
  EXPECT_TRUE(msg::equal(type, memory, &whole));
  reinterpret_cast<Enveloped<Request>*>(memory)->identity.sequence = 43;
  EXPECT_FALSE(msg::equal(type, memory, &whole));
  msg::destroy(type, memory);
}

TEST(ServiceEnvelope, BeginsAsTheMessageBegins) {
  const msg::TypeSupport& type = *envelope_type<Request>().envelope;
  alignas(Enveloped<Request>) std::byte memory[sizeof(Enveloped<Request>)];
  std::fill(std::begin(memory), std::end(memory), std::byte{0xff});
  msg::construct(type, memory);
  EXPECT_EQ(*reinterpret_cast<Enveloped<Request>*>(memory), Enveloped<Request>());
  msg::destroy(type, memory);
}

TEST(ServiceEnvelope, NeedsAsMuchRoomAsTheMessage) {
  const Enveloped<Request> whole = make_request();
  EXPECT_EQ(msg::footprint(*envelope_type<Request>().envelope, &whole),
            msg::footprint(*envelope_type<Request>().message, &whole.message));
  EXPECT_GT(msg::footprint(*envelope_type<Request>().envelope, &whole), 0u);
}

TEST(ServiceEnvelope, TravelsAsCdr) {
  const msg::TypeSupport& type = *envelope_type<Request>().envelope;
  const Enveloped<Request> whole = make_request();
  const auto bytes = encode(type, &whole);
  Enveloped<Request> decoded;
  msg::CdrReader reader(bytes);
  ASSERT_TRUE(msg::decode(type, reader, &decoded));
  EXPECT_EQ(reader.remaining(), 0u);
  EXPECT_EQ(decoded, whole);
}

TEST(ServiceEnvelope, CdrIsThatOfItsFieldTable) {
  const msg::TypeSupport& type = *envelope_type<Request>().envelope;
  const Enveloped<Request> whole = make_request();
  EXPECT_EQ(encode(type, &whole), encode(reflected(type), &whole));
  EXPECT_TRUE(msg::equal(reflected(type), &whole, &whole));
}

TEST(ServiceEnvelope, CutShortItIsNoMessage) {
  const msg::TypeSupport& type = *envelope_type<Request>().envelope;
  const Enveloped<Request> whole = make_request();
  const auto bytes = encode(type, &whole);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Enveloped<Request> decoded;
    msg::CdrReader reader(std::span<const std::byte>(bytes).first(size));
    EXPECT_FALSE(msg::decode(type, reader, &decoded)) << size;
  }
}

TEST(ServiceEnvelope, AContainerThatPointsOutsideIsFound) {
  const msg::TypeSupport& type = *envelope_type<Request>().envelope;
  const Enveloped<Request> whole = make_request();  // its strings are on the heap, outside
  EXPECT_FALSE(msg::validate_message(type, std::as_bytes(std::span(&whole, 1))));
  const Enveloped<Request> empty;
  EXPECT_TRUE(msg::validate_message(type, std::as_bytes(std::span(&empty, 1))));
}

TEST(ServiceEnvelope, TheIdentityIsWhatRosCallsARequestId) {
  RequestIdentity identity;
  for (std::size_t i = 0; i < identity.client_gid.size(); ++i) {
    identity.client_gid[i] = static_cast<std::uint8_t>(240 + i);
  }
  identity.sequence = -5;
  EXPECT_EQ(to_request_id(identity).sequence_number, -5);
  EXPECT_EQ(to_identity(to_request_id(identity)), identity);
}

TEST(ServiceEnvelope, OnTheHeapItIsDeletedWhole) {
  auto whole = std::make_unique<Enveloped<Response>>();
  whole->message.result.names.push_back("a name that does not fit into a small string");
  std::shared_ptr<Enveloped<Response>> shared = std::move(whole);
  const std::shared_ptr<Response> message(shared, &shared->message);
  shared.reset();
  EXPECT_EQ(message->result.names.size(), 1u);
}

}  // namespace
}  // namespace baton
