// SPDX-License-Identifier: Apache-2.0
// The same suite over UDP on the loopback interface.
//
// A network delivers later, so here a publisher that keeps the last messages waits for them to
// arrive before they are replaced, and a subscription takes when what was published has arrived,
// unless a publisher goes on meanwhile.
#include "dds/dds_transport.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "../dds/kept_descriptors.hpp"
#include "testing/deadline.hpp"
#include "transport/port/forwarding_transport.hpp"
#include "transport_conformance.hpp"

namespace baton::conformance {
namespace {

/// All publishers of a test.
class Traffic {
 public:
  void add(const Publisher& publisher) {
    const std::lock_guard lock(mutex_);
    publishers_.push_back(publisher);
  }
  bool has_arrived() {
    std::vector<Publisher> alive;
    {
      const std::lock_guard lock(mutex_);
      std::erase_if(publishers_, [](const auto& each) { return each.expired(); });
      for (const auto& each : publishers_) {
        if (auto publisher = each.lock()) alive.push_back(std::move(publisher));
      }
    }
    return std::all_of(alive.begin(), alive.end(),
                       [](const auto& each) { return each->all_taken(); });
  }

  std::atomic<std::uint64_t> published{0};

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<transport::PublisherPort>> publishers_;
};

class PatientPublisher final : public transport::PublisherPort {
 public:
  PatientPublisher(Publisher inner, std::shared_ptr<Traffic> traffic, const QoS& qos)
      : inner_(std::move(inner)),
        traffic_(std::move(traffic)),
        waits_after_(qos.history() == HistoryPolicy::KeepAll ? 0 : qos.depth()) {}
  /// What is on its way when a writer goes is lost.
  ~PatientPublisher() override {
    if (waits_after_ != 0) wait();
  }

  base::Result<transport::Loan> loan(std::size_t size_bytes) override {
    return inner_->loan(size_bytes);
  }
  transport::LoanOwner& loan_owner() noexcept override { return inner_->loan_owner(); }
  const std::byte* memory_of(std::uint64_t token) const noexcept override {
    return inner_->memory_of(token);
  }
  base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) override {
    auto published = inner_->publish(token, size_bytes);
    wait_now_and_then();
    return published;
  }
  base::Result<std::uint64_t> publish_object(const transport::OwnedObject& object) override {
    auto published = inner_->publish_object(object);
    wait_now_and_then();
    return published;
  }
  void assert_liveliness() noexcept override { inner_->assert_liveliness(); }
  bool all_taken() const override { return inner_->all_taken(); }
  transport::Gid gid() const override { return inner_->gid(); }
  std::size_t match_count() const override { return inner_->match_count(); }
  std::vector<MatchInfo> matches() const override { return inner_->matches(); }
  PublisherCounters counters() const override { return inner_->counters(); }

 private:
  void wait_now_and_then() {
    ++traffic_->published;
    if (waits_after_ == 0 || ++published_ % waits_after_ != 0) return;
    wait();
  }
  void wait() const {
    (void)testing::wait_until([&] { return inner_->all_taken(); });
  }

  const Publisher inner_;
  const std::shared_ptr<Traffic> traffic_;
  const std::uint64_t waits_after_;
  std::atomic<std::uint64_t> published_{0};
};

class PatientSubscription final : public transport::SubscriptionPort {
 public:
  PatientSubscription(Subscription inner, std::shared_ptr<Traffic> traffic, const QoS& qos)
      : inner_(std::move(inner)),
        traffic_(std::move(traffic)),
        keeps_all_(qos.history() == HistoryPolicy::KeepAll),
        seen_(qos.durability() == DurabilityPolicy::TransientLocal ? 0
                                                                   : traffic_->published.load()) {}

  bool take(transport::Sample& sample) override {
    const std::uint64_t published = traffic_->published;
    // A single message pushes nothing out; what keeps all is acknowledged as it is taken.
    if (!keeps_all_ && published > seen_.exchange(published) + 1) {
      (void)testing::wait_until(
          [&] { return traffic_->has_arrived() || traffic_->published != published; });
    }
    if (inner_->take(sample)) return true;
    bool taken = false;
    (void)testing::wait_until([&] {
      const bool arrived = traffic_->has_arrived();
      return (taken = inner_->take(sample)) || arrived;
    });
    return taken;
  }
  void attach(std::shared_ptr<transport::WaitSet> wait_set, std::weak_ptr<void> who) override {
    inner_->attach(std::move(wait_set), std::move(who));
  }
  bool attach_instead_of(const transport::WaitSet* former,
                         std::shared_ptr<transport::WaitSet> wait_set,
                         std::weak_ptr<void> who) override {
    return inner_->attach_instead_of(former, std::move(wait_set), std::move(who));
  }
  bool is_ready() const noexcept override { return inner_->is_ready(); }
  std::size_t match_count() const override { return inner_->match_count(); }
  std::vector<MatchInfo> matches() const override { return inner_->matches(); }
  SubscriptionCounters counters() const override { return inner_->counters(); }
  transport::Arrivals arrivals() const override { return inner_->arrivals(); }

 private:
  const Subscription inner_;
  const std::shared_ptr<Traffic> traffic_;
  const bool keeps_all_;
  std::atomic<std::uint64_t> seen_;  // publications, when it was last looked at
};

class PatientTransport final : public transport::ForwardingTransport {
 public:
  PatientTransport(std::unique_ptr<Transport> inner, std::shared_ptr<Traffic> traffic)
      : ForwardingTransport(std::move(inner)), traffic_(std::move(traffic)) {}

  base::Result<Publisher> open_publisher(const transport::PublisherSpec& spec) override {
    auto opened = inner().open_publisher(spec);
    if (!opened) return std::move(opened).error();
    traffic_->add(*opened);
    return Publisher(std::make_shared<PatientPublisher>(*opened, traffic_, spec.qos));
  }
  base::Result<Subscription> open_subscription(const transport::SubscriptionSpec& spec) override {
    auto opened = inner().open_subscription(spec);
    if (!opened) return std::move(opened).error();
    return Subscription(std::make_shared<PatientSubscription>(*opened, traffic_, spec.qos));
  }

 private:
  const std::shared_ptr<Traffic> traffic_;
};

TransportFactory over_dds() {
  TransportFactory factory;
  factory.name = "Dds";
  factory.encodes = false;
  factory.is_in_registry = false;
  factory.counts_wait_sets = false;
  factory.sleeps_when_idle = false;
  factory.shares_memory = false;
  factory.addresses_each = false;
  factory.open =
      [traffic = std::make_shared<Traffic>()](
          const std::string& participant,
          EventCallback on_event) -> base::Result<std::unique_ptr<transport::Transport>> {
    dds::DdsOptions options;
    options.name = participant;
    options.domain_id = static_cast<unsigned>(std::atoi(std::getenv("ROS_DOMAIN_ID")));
    options.heartbeat_period_ns = 1'000'000;
    options.on_event = std::move(on_event);
    auto opened = dds::open_dds_transport(options);
    if (!opened) return std::move(opened).error();
    return std::unique_ptr<transport::Transport>(
        std::make_unique<PatientTransport>(std::move(*opened), traffic));
  };
  return factory;
}

INSTANTIATE_TEST_SUITE_P(Dds, TransportConformance, ::testing::Values(over_dds()),
                         [](const auto& factory) { return factory.param.name; });

}  // namespace
}  // namespace baton::conformance
