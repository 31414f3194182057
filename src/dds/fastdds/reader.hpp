// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "dds/fastdds/api.hpp"
#include "dds/wire.hpp"

namespace baton::dds::fastdds {

class Reader final : public WireReader, private api::DataReaderListener {
 public:
  Reader(api::Subscriber& subscriber, WireReaderListener& listener)
      : subscriber_(subscriber), listener_(listener) {}
  ~Reader() override;

  bool open(std::shared_ptr<api::Topic> topic, const api::DataReaderQos& qos);

  Guid guid() const noexcept override;
  void drain() noexcept override;

 private:
  void on_data_available(api::DataReader*) override;
  void on_subscription_matched(api::DataReader*, const api::SubscriptionMatchedStatus&) override;
  void on_liveliness_changed(api::DataReader*, const api::LivelinessChangedStatus&) override;
  void take_all(api::DataReader& reader);

  api::Subscriber& subscriber_;
  WireReaderListener& listener_;
  std::shared_ptr<api::Topic> topic_;
  api::DataReader* reader_ = nullptr;
  // Who raises it from zero takes for all who come meanwhile: some hold locks of Fast DDS, for which
  // another may be waiting, so nobody waits here.
  std::atomic<std::uint32_t> drains_{0};
};

}  // namespace baton::dds::fastdds
