# SPDX-License-Identifier: Apache-2.0
# Debian's queue is headers alone, in a folder of another name than ROS's; those of Baton lead there.
find_path(BATON_READERWRITERQUEUE readerwriterqueue/readerwriterqueue.h)
mark_as_advanced(BATON_READERWRITERQUEUE)
if(NOT BATON_READERWRITERQUEUE)
  set(shared_queues_vendor_FOUND FALSE)
  set(shared_queues_vendor_NOT_FOUND_MESSAGE
      "readerwriterqueue is not installed: apt-get install libreaderwriterqueue-dev")
  return()
endif()
target_include_directories(shared_queues_vendor::singleproducerconsumer SYSTEM
                           INTERFACE ${BATON_READERWRITERQUEUE})
