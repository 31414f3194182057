// SPDX-License-Identifier: Apache-2.0
// Services as ROS 2 has them over Fast DDS: the other side here is a bare participant that writes
// and reads their bytes.
#include <gmock/gmock.h>

#include <atomic>
#include <set>
#include <thread>

#include <baton/baton.hpp>
#include <baton/service_envelope.hpp>
#include <rcl_interfaces/srv/get_parameter_types.hpp>

#include "dds/dds_transport.hpp"
#include "kept_descriptors.hpp"
#include "peers/raw_peer.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using Asking = rcl_interfaces::srv::GetParameterTypes;
using Request = Asking::Request;
using Response = Asking::Response;

constexpr const char* request_topic = "rq/askRequest";
constexpr const char* reply_topic = "rr/askReply";
constexpr const char* request_type = "rcl_interfaces::srv::dds_::GetParameterTypes_Request_";
constexpr const char* reply_type = "rcl_interfaces::srv::dds_::GetParameterTypes_Response_";

Request request_of(const std::vector<std::string>& names) {
  Request request;
  for (const std::string& each : names) request.names.push_back(each.c_str());
  return request;
}

Response response_of(std::vector<std::uint8_t> types) {
  Response response;
  for (const std::uint8_t each : types) response.types.push_back(each);
  return response;
}

/// What a request looks like that cannot be read as one.
Bytes behind_header(const Bytes& message) {
  Bytes bytes(message.begin(), message.begin() + 4);
  for (int i = 0; i < 16; ++i) bytes.push_back(static_cast<std::byte>(0xa0 + i));
  bytes.insert(bytes.end(), message.begin() + 4, message.end());
  return bytes;
}

class RosServices : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    ContextOptions options;
    options.transport = TransportChoice::udp;
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event.text);
    };
    context = std::make_shared<Context>(options);
    node = std::make_shared<Node>("node", NodeOptions().context(context));
    peer = std::make_unique<RawPeer>(domain_id());
  }
  void TearDown() override {
    peer.reset();
    node.reset();
    context->shutdown("the test is over");
    context.reset();
    IsolatedTest::TearDown();
  }

  /// Answers with the length of each name.
  std::shared_ptr<Service<Asking>> make_server() {
    return node->create_service<Asking>(
        "ask", [this](const std::shared_ptr<Request> request, std::shared_ptr<Response> response) {
          for (const auto& name : request->names) {
            response->types.push_back(static_cast<std::uint8_t>(name.size()));
          }
          ++served;
        });
  }
  bool spin_until(const std::function<bool()>& done) {
    ExecutorOptions options;
    options.context = context;
    executors::SingleThreadedExecutor executor(options);
    executor.add_node(node);
    return wait_until([&] {
      if (!done()) executor.spin_once(1ms);
      return done();
    });
  }
  std::vector<std::string> events() const {
    const std::lock_guard lock(mutex_);
    return events_;
  }

  Context::SharedPtr context;
  std::shared_ptr<Node> node;
  std::unique_ptr<RawPeer> peer;
  std::atomic<int> served{0};

 private:
  mutable std::mutex mutex_;  // covers what follows
  std::vector<std::string> events_;
};

// ---- a server of Baton ----

class RosClient : public RosServices {
 protected:
  void SetUp() override {
    RosServices::SetUp();
    server = make_server();
    replies = peer->reader(reply_topic, reply_type);
    requests = peer->writer(request_topic, request_type);
    ASSERT_TRUE(requests->wait_for_match());
  }
  void TearDown() override {
    requests.reset();
    replies.reset();
    server.reset();
    RosServices::TearDown();
  }
  dds::SampleIdentity whose() const { return {replies->guid(), 0}; }

  std::shared_ptr<Service<Asking>> server;
  std::unique_ptr<RawReader> replies;
  std::unique_ptr<RawWriter> requests;
};

TEST_F(RosClient, IsAnsweredWithItsReadersGuidAndItsNumber) {
  requests->write(cdr_of(request_of({"a"})), whose());
  const auto number = requests->write(cdr_of(request_of({"ab", "", "abc"})), whose());
  ASSERT_TRUE(spin_until([&] { return replies->samples().size() == 2; }));
  const RawSample answer = replies->samples()[1];
  EXPECT_EQ(answer.facts.related, (dds::SampleIdentity{replies->guid(), number}));
  EXPECT_EQ(answer.bytes, cdr_of(response_of({2, 0, 3})));
}

TEST_F(RosClient, ThatNamesNoReaderIsAnsweredByItsWriter) {
  const auto number = requests->write(cdr_of(request_of({"abcd"})));
  ASSERT_TRUE(replies->wait_for_match());
  ASSERT_TRUE(spin_until([&] { return replies->samples().size() == 1; }));
  const RawSample answer = replies->samples()[0];
  EXPECT_EQ(answer.facts.related, (dds::SampleIdentity{requests->guid(), number}));
  EXPECT_EQ(answer.bytes, cdr_of(response_of({4})));
}

TEST_F(RosClient, MayWriteInBigEndian) {
  // One name, of two characters and their end.
  const std::array<unsigned char, 15> request = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 'h', 'i', 0};
  Bytes bytes;
  for (const unsigned char each : request) bytes.push_back(std::byte{each});
  requests->write(bytes, whose());
  ASSERT_TRUE(spin_until([&] { return replies->samples().size() == 1; }));
  EXPECT_EQ(replies->samples()[0].bytes, cdr_of(response_of({2})));
}

TEST_F(RosClient, ThatAsksBeforeItsReaderIsKnownIsAnsweredAllTheSame) {
  // The number of an entity follows from that of the one before.
  const auto before_it = peer->reader("rt/other", reply_type);
  dds::Guid guid = before_it->guid();
  ASSERT_LT(guid[14], 255);
  ++guid[14];
  const int before = served;
  requests->write(cdr_of(request_of({"abc"})), dds::SampleIdentity{guid, 0});
  ASSERT_TRUE(spin_until([&] { return served > before; }));
  const auto late = peer->reader(reply_topic, reply_type);
  ASSERT_EQ(late->guid(), guid);
  const auto answers = late->wait_for(1);
  ASSERT_EQ(answers.size(), 1u);
  ASSERT_TRUE(answers[0].facts.related);
  EXPECT_EQ(answers[0].facts.related->writer, guid);
  EXPECT_EQ(answers[0].bytes, cdr_of(response_of({3})));
}

TEST_F(RosClient, ThatNamesNoReaderAndHasNoneYetIsAnsweredWhenItHas) {
  RawPeer other(domain_id(), "other");
  const auto asking = other.writer(request_topic, request_type);
  ASSERT_TRUE(asking->wait_for_match());
  const auto number = asking->write(cdr_of(request_of({"ab"})));
  ASSERT_TRUE(spin_until([&] { return served == 1; }));
  const auto late = other.reader(reply_topic, reply_type);
  const auto answers = late->wait_for(1);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].facts.related, (dds::SampleIdentity{asking->guid(), number}));
  EXPECT_EQ(answers[0].bytes, cdr_of(response_of({2})));
}

TEST_F(RosClient, ThatSendsGarbageIsPassedOver) {
  Bytes request = cdr_of(request_of({"abc"}));
  for (std::size_t size = 4; size < request.size(); size += 4) {
    requests->write(Bytes(request.begin(), request.begin() + static_cast<int>(size)), whose());
  }
  Bytes endless = request;
  endless[4] = endless[5] = endless[6] = endless[7] = std::byte{0xff};
  requests->write(endless, whose());
  Bytes longer = request;
  longer.insert(longer.end(), 12, std::byte{0});
  requests->write(longer, whose());
  requests->write(request, whose());
  ASSERT_TRUE(spin_until([&] { return replies->samples().size() == 1; }));
  EXPECT_EQ(served, 1);
  EXPECT_EQ(replies->samples()[0].bytes, cdr_of(response_of({3})));
  EXPECT_TRUE(events().empty());
}

TEST_F(RosClient, InTheFormOfCycloneDdsIsRefusedOnce) {
  const Bytes request = behind_header(cdr_of(request_of({"abc"})));
  requests->write(request);
  ASSERT_TRUE(spin_until([&] { return !events().empty(); }));
  EXPECT_THAT(events()[0], HasSubstr("rmw_cyclonedds"));
  EXPECT_THAT(events()[0], HasSubstr("RMW_IMPLEMENTATION=rmw_fastrtps_cpp"));
  // Other peers of that form send their identity beside the message as well.
  requests->write(request, whose());
  requests->write(cdr_of(request_of({"abc"})), whose());
  ASSERT_TRUE(spin_until([&] { return replies->samples().size() == 1; }));
  EXPECT_EQ(served, 1);
  EXPECT_EQ(events().size(), 1u);
}

// ---- a client of Baton ----

class RosServer : public RosServices {
 protected:
  void SetUp() override {
    RosServices::SetUp();
    requests = peer->reader(request_topic, request_type);
    replies = peer->writer(reply_topic, reply_type);
    client = node->create_client<Asking>("ask");
    ASSERT_TRUE(client->wait_for_service(default_deadline));
    ASSERT_TRUE(replies->wait_for_match());
  }
  void TearDown() override {
    client.reset();
    replies.reset();
    requests.reset();
    RosServices::TearDown();
  }
  auto ask(const std::string& name) {
    return client->async_send_request(std::make_shared<Request>(request_of({name})));
  }
  template <class Future>
  bool is_done(Future& future) {
    return spin_until([&] { return future.wait_for(0s) == std::future_status::ready; });
  }

  std::unique_ptr<RawReader> requests;
  std::unique_ptr<RawWriter> replies;
  std::shared_ptr<Client<Asking>> client;
};

TEST_F(RosServer, IsAskedWithTheReadersGuidAndNoEnvelope) {
  auto future = ask("abc");
  const auto asked = requests->wait_for(1);
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].bytes, cdr_of(request_of({"abc"})));
  ASSERT_TRUE(asked[0].facts.related);
  std::vector<dds::Guid> readers;
  for (const auto& each : peer->seen(reply_topic)) {
    if (!each.is_writer) readers.push_back(each.guid);
  }
  ASSERT_EQ(readers.size(), 1u);
  EXPECT_EQ(asked[0].facts.related->writer, readers[0]);
  replies->write(cdr_of(response_of({7})),
                 dds::SampleIdentity{readers[0], asked[0].facts.sequence});
  ASSERT_TRUE(is_done(future));
  EXPECT_EQ(future.get()->types[0], 7);
}

TEST_F(RosServer, MayAnswerToTheWriterOfTheRequest) {
  auto future = ask("abc");
  const auto asked = requests->wait_for(1);
  ASSERT_EQ(asked.size(), 1u);
  replies->write(cdr_of(response_of({8})),
                 dds::SampleIdentity{asked[0].facts.writer, asked[0].facts.sequence});
  ASSERT_TRUE(is_done(future));
  EXPECT_EQ(future.get()->types[0], 8);
}

TEST_F(RosServer, MayAnswerInAnyOrderAndOnce) {
  auto first = ask("a");
  auto second = ask("b");
  const auto asked = requests->wait_for(2);
  ASSERT_EQ(asked.size(), 2u);
  const dds::Guid reader = asked[0].facts.related->writer;
  const auto answer = [&](std::size_t which, std::uint8_t value) {
    replies->write(cdr_of(response_of({value})),
                   dds::SampleIdentity{reader, asked[which].facts.sequence});
  };
  answer(1, 20);
  answer(1, 21);
  answer(0, 10);
  ASSERT_TRUE(is_done(first));
  ASSERT_TRUE(is_done(second));
  EXPECT_EQ(first.get()->types[0], 10);
  EXPECT_EQ(second.get()->types[0], 20);
}

TEST_F(RosServer, ThatAnswersOtherClientsOrNoneIsPassedOver) {
  auto future = ask("abc");
  const auto asked = requests->wait_for(1);
  ASSERT_EQ(asked.size(), 1u);
  const dds::Guid reader = asked[0].facts.related->writer;
  const std::uint64_t number = asked[0].facts.sequence;
  dds::Guid other = reader;
  ++other[14];
  const Bytes wrong = cdr_of(response_of({99}));
  replies->write(wrong);
  replies->write(wrong, dds::SampleIdentity{other, number});
  replies->write(wrong, dds::SampleIdentity{reader, number + 1});
  replies->write(wrong, dds::SampleIdentity{reader, 0});
  replies->write(Bytes(wrong.begin(), wrong.end() - 4), dds::SampleIdentity{reader, number});
  replies->write(cdr_of(response_of({1})), dds::SampleIdentity{reader, number});
  ASSERT_TRUE(is_done(future));
  EXPECT_EQ(future.get()->types[0], 1);
}

// ---- below nodes ----

/// Ports of a service, as a node opens them.
class ServicePorts : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    dds::DdsOptions options;
    options.name = "server";
    options.domain_id = domain_id();
    auto opened = dds::open_dds_transport(options);
    ASSERT_TRUE(opened) << opened.error().text;
    transport = std::move(*opened);
    peer = std::make_unique<RawPeer>(domain_id());
  }
  void TearDown() override {
    peer.reset();
    transport.reset();
    IsolatedTest::TearDown();
  }
  template <class M>
  static void fill(transport::EndpointSpec& spec, const char* topic, EndpointKind kind,
                   const std::shared_ptr<transport::ServicePair>& pair) {
    spec.topic = topic;
    spec.envelope = envelope_type<M>();
    spec.type = spec.envelope.envelope;
    spec.type_name = spec.type->type_name;
    spec.kind = kind;
    spec.pair = pair;
  }
  static void respond(transport::PublisherPort& port, const transport::Sample& request) {
    Enveloped<Response> whole;
    whole.identity = reinterpret_cast<const Enveloped<Request>*>(request.data)->identity;
    auto loan = port.loan(sizeof whole);
    ASSERT_TRUE(loan);
    msg::copy(*envelope_type<Response>().envelope, loan->data, &whole);
    ASSERT_TRUE(port.publish(loan->token, sizeof whole));
  }

  std::unique_ptr<transport::Transport> transport;
  std::unique_ptr<RawPeer> peer;
};

TEST_F(ServicePorts, AResponseToAReaderThatNeverComesIsDroppedAndCounted) {
  const auto pair = std::make_shared<transport::ServicePair>();
  transport::PublisherSpec speaking;
  fill<Response>(speaking, reply_topic, EndpointKind::service_reply, pair);
  transport::SubscriptionSpec hearing;
  fill<Request>(hearing, request_topic, EndpointKind::service_request, pair);
  auto speaks = transport->open_publisher(speaking);
  auto hears = transport->open_subscription(hearing);
  ASSERT_TRUE(speaks && hears);
  const auto requests = peer->writer(request_topic, request_type);
  ASSERT_TRUE(requests->wait_for_match());
  dds::Guid nobody = requests->guid();
  nobody[15] = 0x04;  // a reader
  requests->write(cdr_of(request_of({"abc"})), dds::SampleIdentity{nobody, 0});
  transport::Sample sample;
  ASSERT_TRUE(wait_until([&] { return (*hears)->take(sample); }));
  respond(**speaks, sample);
  EXPECT_EQ((*speaks)->counters().published, 0u);
  EXPECT_TRUE(wait_until([&] { return (*speaks)->counters().undelivered == 1; }));
  sample.owner->release(sample.token);
  sample = {};
}

TEST_F(ServicePorts, WhatIsNoRequestIsCounted) {
  transport::SubscriptionSpec hearing;
  fill<Request>(hearing, request_topic, EndpointKind::service_request,
                std::make_shared<transport::ServicePair>());
  auto hears = transport->open_subscription(hearing);
  ASSERT_TRUE(hears);
  const auto requests = peer->writer(request_topic, request_type);
  ASSERT_TRUE(requests->wait_for_match());
  const Bytes request = cdr_of(request_of({"abc"}));
  for (int i = 0; i < 3; ++i) requests->write(Bytes(request.begin(), request.begin() + 9));
  ASSERT_TRUE(wait_until([&] { return (*hears)->counters().undecodable == 3; }));
  EXPECT_EQ((*hears)->counters().lost, 3u);
  EXPECT_EQ((*hears)->counters().received, 0u);
}

// ---- both sides Baton's ----

TEST_F(RosServices, ManyRequestsOfManyThreadsGetTheirOwnAnswers) {
  const auto server = make_server();
  ContextOptions options;
  options.transport = TransportChoice::udp;
  const auto far = std::make_shared<Context>(options);
  const auto asking = std::make_shared<Node>("asking", NodeOptions().context(far));
  constexpr int clients = 3;
  constexpr int requests = 100;
  std::vector<std::shared_ptr<Client<Asking>>> all;
  for (int i = 0; i < clients; ++i) all.push_back(asking->create_client<Asking>("ask"));
  for (const auto& each : all) ASSERT_TRUE(each->wait_for_service(default_deadline));
  ExecutorOptions of_here;
  of_here.context = context;
  executors::SingleThreadedExecutor serving(of_here);
  serving.add_node(node);
  std::thread server_thread([&] { serving.spin(); });
  ExecutorOptions of_far;
  of_far.context = far;
  executors::SingleThreadedExecutor hearing(of_far);
  hearing.add_node(asking);
  std::thread client_thread([&] { hearing.spin(); });
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < clients; ++i) {
    threads.emplace_back([&, i] {
      for (int n = 0; n < requests; ++n) {
        const auto length = static_cast<std::size_t>(i * requests + n) % 250;
        auto future = all[static_cast<std::size_t>(i)]->async_send_request(
            std::make_shared<Request>(request_of({std::string(length, 'x')})));
        if (future.wait_for(default_deadline) != std::future_status::ready) return;
        right += future.get()->types[0] == length;
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(right, clients * requests);
  serving.cancel();
  hearing.cancel();
  server_thread.join();
  client_thread.join();
  serving.remove_node(node);
  hearing.remove_node(asking);
  all.clear();
  far->shutdown("the test is over");
}

}  // namespace
}  // namespace baton::testing
