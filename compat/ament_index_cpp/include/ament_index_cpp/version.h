// SPDX-License-Identifier: Apache-2.0
#pragma once

/* Of Debian 12, whose library this is; its package has no such header. */
#define AMENT_INDEX_CPP_VERSION_MAJOR (1)
#define AMENT_INDEX_CPP_VERSION_MINOR (5)
#define AMENT_INDEX_CPP_VERSION_PATCH (1)
#define AMENT_INDEX_CPP_VERSION_STR "1.5.1"
#define AMENT_INDEX_CPP_VERSION_GTE(major, minor, patch) \
  (AMENT_INDEX_CPP_VERSION_MAJOR > (major) ||            \
   (AMENT_INDEX_CPP_VERSION_MAJOR == (major) &&          \
    (AMENT_INDEX_CPP_VERSION_MINOR > (minor) ||          \
     (AMENT_INDEX_CPP_VERSION_MINOR == (minor) && AMENT_INDEX_CPP_VERSION_PATCH >= (patch)))))
