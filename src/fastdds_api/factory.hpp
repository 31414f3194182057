// SPDX-License-Identifier: Apache-2.0
// What makes participants. It is never destroyed: the end of Fast DDS's own factory, when the
// process exits, would wait 100 ms, end participants that are still open, and wait in a forked
// child for threads of its parent.
#pragma once

#include "fastdds_api/names.hpp"

#if BATON_FASTDDS_VERSION < 208
#include <memory>

namespace eprosima::fastrtps::rtps {

namespace detail {
class TopicPayloadPoolRegistry;
}  // namespace detail

/// Exported, and declared by no header that is installed: see local_endpoint.hpp.
class TopicPayloadPoolRegistry {
 public:
  static const std::shared_ptr<detail::TopicPayloadPoolRegistry>& instance();
};

}  // namespace eprosima::fastrtps::rtps
#endif

namespace baton::fastdds_api {

#if BATON_FASTDDS_VERSION >= 208
inline DomainParticipantFactory& kept_factory() {
  static const auto* const kept = new auto(DomainParticipantFactory::get_shared_instance());
  return **kept;
}
#else
/// Before 2.8 Fast DDS destroys its own factory at exit, whatever refers to it. So this is another
/// one. Fast DDS asks its own factory for two things only, which Baton does not do: for the
/// policies of a participant that is made with none, and to forget a participant that no factory
/// deletes.
class KeptFactory : public DomainParticipantFactory {
 public:
  static KeptFactory& get() {
    static auto* const kept = new KeptFactory;
    return *kept;
  }

 private:
  KeptFactory() = default;
  ~KeptFactory() override = default;

  // What endpoints are made with, also while the process exits. Fast DDS's own factory keeps it.
  const std::shared_ptr<rtps::detail::TopicPayloadPoolRegistry> payload_pools_ =
      rtps::TopicPayloadPoolRegistry::instance();
};

inline DomainParticipantFactory& kept_factory() { return KeptFactory::get(); }
#endif

}  // namespace baton::fastdds_api
