// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "ament_index_cpp/version.h"
#include "libstatistics_collector/collector/generate_statistics_message.hpp"
#include "sensor_msgs/image_encodings.hpp"
#include "sensor_msgs/msg/image.h"
#include "test_msgs/msg/strings.hpp"
#include "tracetools/tracetools.h"
#include "tracetools/utils.hpp"

// Found where Debian's package is installed; the one name is there only with the other.
#if __has_include(<readerwriterqueue/readerwriterqueue.h>)
#include "moodycamel/atomicops.h"
#include "moodycamel/readerwriterqueue.h"
using Queue = moodycamel::ReaderWriterQueue<int>;
#endif

// Packages choose by it between functions that the library has.
static_assert(AMENT_INDEX_CPP_VERSION_GTE(1, 5, 1) && !AMENT_INDEX_CPP_VERSION_GTE(1, 13, 2));

int main() {
  int traced = 0;
  TRACETOOLS_TRACEPOINT(callback_start, ++traced, false);
  TRACEPOINT(rcl_init, &traced);
  TRACETOOLS_DO_TRACEPOINT(callback_end, ++traced);
  if (ros_trace_compile_status() || TRACETOOLS_TRACEPOINT_ENABLED(callback_start)) traced = -1;

  sensor_msgs::msg::Image image;
  image.encoding = sensor_msgs::image_encodings::RGBA16;
  const test_msgs::msg::Strings strings;
  std::printf("%d traced, %d bits, %s\n", traced,
              sensor_msgs::image_encodings::bitDepth(image.encoding),
              strings.bounded_string_value_default5.c_str());
}
