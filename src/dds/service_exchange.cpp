// SPDX-License-Identifier: Apache-2.0
#include "dds/service_exchange.hpp"

#include <algorithm>

namespace baton::dds {

void ServiceExchange::set_request_writer(const Guid& guid) {
  const std::lock_guard lock(mutex_);
  request_writer_ = guid;
}

void ServiceExchange::set_reply_reader(const Guid& guid) {
  const std::lock_guard lock(mutex_);
  reply_reader_ = guid;
}

Guid ServiceExchange::reply_reader() const {
  const std::lock_guard lock(mutex_);
  return reply_reader_;
}

void ServiceExchange::expect(std::uint64_t sequence, const RequestIdentity& identity) {
  const std::lock_guard lock(mutex_);
  requests_[sequence] = identity;
  if (requests_.size() > most_requests) requests_.erase(requests_.begin());
}

void ServiceExchange::forget(std::uint64_t sequence) {
  const std::lock_guard lock(mutex_);
  requests_.erase(sequence);
}

std::optional<RequestIdentity> ServiceExchange::answered(const SampleIdentity& request) {
  const std::lock_guard lock(mutex_);
  if (request.writer != reply_reader_ && request.writer != request_writer_) return std::nullopt;
  const auto found = requests_.find(request.sequence);
  if (found == requests_.end()) return std::nullopt;
  const RequestIdentity identity = found->second;
  requests_.erase(found);
  return identity;
}

RequestIdentity ServiceExchange::asked(const SampleFacts& request) {
  const Guid client = request.related ? request.related->writer : request.writer;
  {
    const std::lock_guard lock(mutex_);
    clients_[request.writer] = client;
  }
  return {client, static_cast<std::int64_t>(request.sequence)};
}

void ServiceExchange::forget_client(const Guid& request_writer) {
  const std::lock_guard lock(mutex_);
  clients_.erase(request_writer);
}

bool ServiceExchange::has_asked(const Guid& client) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(clients_.begin(), clients_.end(),
                     [&](const auto& each) { return each.second == client; });
}

std::shared_ptr<ServiceExchange> exchange_of(const transport::EndpointSpec& spec) {
  if (!spec.pair) return nullptr;
  const std::lock_guard lock(spec.pair->mutex);
  if (!spec.pair->known) spec.pair->known = std::make_shared<ServiceExchange>();
  return std::static_pointer_cast<ServiceExchange>(spec.pair->known);
}

}  // namespace baton::dds
