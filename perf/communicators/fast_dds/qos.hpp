// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fastdds/dds/publisher/qos/DataWriterQos.hpp>
#include <fastdds/dds/subscriber/qos/DataReaderQos.hpp>

#include "communicators/fast_dds/plan.hpp"

namespace perf {

/// The quality of service that the command line says, and the timing that Baton uses.
eprosima::fastdds::dds::DataWriterQos fast_dds_writer_qos(const FastDdsPlan& plan);
eprosima::fastdds::dds::DataReaderQos fast_dds_reader_qos(const FastDdsPlan& plan);

}  // namespace perf
