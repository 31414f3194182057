// SPDX-License-Identifier: Apache-2.0
// The entry of the library that links Fast DDS.
#include <exception>
#include <memory>
#include <utility>

#include "communicators/fast_dds/participant.hpp"
#include "communicators/fast_dds/plan.hpp"
#include "communicators/fast_dds/publication.hpp"
#include "communicators/fast_dds/reception.hpp"

namespace perf {
namespace {

class FastDdsCommunicator final : public Communicator {
 public:
  explicit FastDdsCommunicator(const FastDdsPlan& plan)
      : participant_(std::make_shared<FastDdsParticipant>(plan)) {}

  std::unique_ptr<Publication> publication(Direction direction, unsigned index) override {
    return std::make_unique<FastDdsPublication>(participant_, direction, index);
  }

  std::unique_ptr<Reception> reception(Direction direction, unsigned,
                                       MessageHandler& handler) override {
    if (participant_->plan().in_listener) {
      return std::make_unique<FastDdsListenerReception>(participant_, direction, handler);
    }
    return std::make_unique<FastDdsWaitSetReception>(participant_, direction, handler);
  }

 private:
  const std::shared_ptr<FastDdsParticipant> participant_;
};

}  // namespace
}  // namespace perf

extern "C" [[gnu::visibility("default")]] perf::Communicator* perf_open_fast_dds(
    const perf::FastDdsPlan& plan, std::string& error);

perf::Communicator* perf_open_fast_dds(const perf::FastDdsPlan& plan, std::string& error) {
  try {
    return new perf::FastDdsCommunicator(plan);
  } catch (const std::exception& failure) {
    error = failure.what();
    return nullptr;
  }
}
