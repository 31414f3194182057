// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>

#include "dds/fastdds/api.hpp"
#include "dds/wire.hpp"

namespace baton::dds::fastdds {

class Writer final : public WireWriter, private api::DataWriterListener {
 public:
  Writer(api::Publisher& publisher, WireWriterListener& listener, const WireQos& qos)
      : publisher_(publisher), listener_(listener), qos_(qos) {}
  ~Writer() override;

  bool open(std::shared_ptr<api::Topic> topic, const api::DataWriterQos& qos);

  Guid guid() const noexcept override;
  WriteResult write(const Outgoing& message, SampleFacts& facts) noexcept override;
  void assert_liveliness() noexcept override;
  bool all_acknowledged() const noexcept override;

 private:
  void on_publication_matched(api::DataWriter*, const api::PublicationMatchedStatus&) override;
  void on_liveliness_lost(api::DataWriter*, const api::LivelinessLostStatus&) override;
  bool wait_for_room();

  api::Publisher& publisher_;
  WireWriterListener& listener_;
  const WireQos qos_;
  std::shared_ptr<api::Topic> topic_;
  api::DataWriter* writer_ = nullptr;
  std::mutex retained_mutex_;          // covers what follows
  std::uint32_t unacknowledged_ = 0;  // at most; of one that retains and keeps all
};

}  // namespace baton::dds::fastdds
