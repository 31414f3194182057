// SPDX-License-Identifier: Apache-2.0
#ifndef WAREHOUSE_PLANNING__VISIBILITY_CONTROL_H_
#define WAREHOUSE_PLANNING__VISIBILITY_CONTROL_H_

#if defined _WIN32
  #define WAREHOUSE_PLANNING_PUBLIC __declspec(dllexport)
#else
  #define WAREHOUSE_PLANNING_PUBLIC __attribute__ ((visibility("default")))
#endif

#endif  // WAREHOUSE_PLANNING__VISIBILITY_CONTROL_H_
