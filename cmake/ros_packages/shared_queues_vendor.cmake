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
# A target that a folder above has made can only be changed by its properties.
foreach(property IN ITEMS INTERFACE_INCLUDE_DIRECTORIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES)
  set_property(TARGET shared_queues_vendor::singleproducerconsumer APPEND
               PROPERTY ${property} ${BATON_READERWRITERQUEUE})
endforeach()
