// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "communicators/fast_dds/plan.hpp"
#include "fastdds_api/names.hpp"

namespace perf {

/// The quality of service that the command line says, and the timing that Baton uses.
baton::fastdds_api::DataWriterQos fast_dds_writer_qos(const FastDdsPlan& plan);
baton::fastdds_api::DataReaderQos fast_dds_reader_qos(const FastDdsPlan& plan);

}  // namespace perf
