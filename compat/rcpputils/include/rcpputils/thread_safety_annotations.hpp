// SPDX-License-Identifier: Apache-2.0
#pragma once

// For clang's analysis of which thread holds which mutex; nothing for other compilers.
#include <mutex>

#if defined(__clang__)
#define BATON_THREAD_ANNOTATION(attribute) __attribute__((attribute))
#else
#define BATON_THREAD_ANNOTATION(attribute)
#endif

#define RCPPUTILS_TSA_CAPABILITY(name) BATON_THREAD_ANNOTATION(capability(name))
#define RCPPUTILS_TSA_SCOPED_CAPABILITY BATON_THREAD_ANNOTATION(scoped_lockable)
#define RCPPUTILS_TSA_GUARDED_BY(mutex) BATON_THREAD_ANNOTATION(guarded_by(mutex))
#define RCPPUTILS_TSA_PT_GUARDED_BY(mutex) BATON_THREAD_ANNOTATION(pt_guarded_by(mutex))
#define RCPPUTILS_TSA_ACQUIRED_BEFORE(...) BATON_THREAD_ANNOTATION(acquired_before(__VA_ARGS__))
#define RCPPUTILS_TSA_ACQUIRED_AFTER(...) BATON_THREAD_ANNOTATION(acquired_after(__VA_ARGS__))
#define RCPPUTILS_TSA_REQUIRES(...) BATON_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_REQUIRES_SHARED(...) \
  BATON_THREAD_ANNOTATION(requires_shared_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_ACQUIRE(...) BATON_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_ACQUIRE_SHARED(...) \
  BATON_THREAD_ANNOTATION(acquire_shared_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_RELEASE(...) BATON_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_RELEASE_SHARED(...) \
  BATON_THREAD_ANNOTATION(release_shared_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_TRY_ACQUIRE(...) BATON_THREAD_ANNOTATION(try_acquire_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_TRY_ACQUIRE_SHARED(...) \
  BATON_THREAD_ANNOTATION(try_acquire_shared_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_EXCLUDES(...) BATON_THREAD_ANNOTATION(locks_excluded(__VA_ARGS__))
#define RCPPUTILS_TSA_ASSERT_CAPABILITY(...) BATON_THREAD_ANNOTATION(assert_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_ASSERT_SHARED_CAPABILITY(...) \
  BATON_THREAD_ANNOTATION(assert_shared_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_RETURN_CAPABILITY(mutex) BATON_THREAD_ANNOTATION(lock_returned(mutex))
#define RCPPUTILS_TSA_NO_THREAD_SAFETY_ANALYSIS BATON_THREAD_ANNOTATION(no_thread_safety_analysis)
