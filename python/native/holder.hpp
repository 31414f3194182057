// SPDX-License-Identifier: Apache-2.0
// The memory in which a message lies, as a Python object: views, nested messages and arrays keep
// it.
//
// Owns one sample, one loan, or one message on the heap. Thread safety: all members are used with
// the GIL held; a holder may end in any thread, after its subscription or publisher.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <baton/loaned_message.hpp>
#include <baton/msg/type_support.hpp>
#include <baton/publisher.hpp>
#include <baton/sample.hpp>

namespace baton::python {

class RawPublisher;

/// What may be done with the memory.
enum class Access : std::uint8_t {
  read,      // received: never written
  private_,  // on the heap: arrays are views that may be written
  loan,      // assignments go into the memory
  spent,     // published or given back: nothing may be done with it any more
};

/// An array that was handed out of a loan; it becomes read-only when it no longer shows the loan.
struct TrackedArray {
  PyObject* reference;          // a weakref to the ndarray
  std::ptrdiff_t field_offset;  // of the container, from the beginning of the message
};

struct LoanState {
  std::shared_ptr<RawPublisher> publisher;
  LoanHandle loan;
  std::vector<LoanHandle> former;  // outgrown; arrays may still show their memory
  std::vector<TrackedArray> arrays;
};

struct Holder {
  PyObject_HEAD Access access;
  std::uint32_t generation;  // of elements of sequences in a loan: changes when they may have moved
  std::byte* base;           // of the message
  const msg::TypeSupport* type;
  SampleHandle sample;
  std::shared_ptr<void> heap;
  std::unique_ptr<LoanState> lent;
};

/// New references; nullptr with a Python error set.
Holder* hold_sample(const msg::TypeSupport& type, SampleHandle&& sample);
Holder* hold_heap(const msg::TypeSupport& type, std::shared_ptr<void> message);
/// A default message on the heap.
std::shared_ptr<void> make_heap_message(const msg::TypeSupport& type);
Holder* hold_loan(const msg::TypeSupport& type, std::shared_ptr<RawPublisher> publisher,
                  LoanHandle&& loan);

/// A loan whose message outgrew its chunk moves into one that fits. Arrays that show the old memory
/// become read-only. False with a Python error set.
bool move_if_spilled(Holder& holder);
/// Makes the arrays of one container (negative: of all) read-only.
void retire_arrays(Holder& holder, std::ptrdiff_t field_offset);
/// Remembers an array that was handed out. False with a Python error set.
bool track_array(Holder& holder, PyObject* array, std::ptrdiff_t field_offset);
/// The loan was published or given back.
void end_loan(Holder& holder);
/// False with a Python error set, when the loan is spent.
bool require_live(const Holder& holder);

/// An object with the buffer protocol that shows `size_bytes` at `data` and keeps the holder.
PyObject* make_block(PyObject* holder, std::byte* data, std::size_t size_bytes, bool readonly);

/// Makes the types. False with a Python error set.
bool add_holder_types(PyObject* module);

}  // namespace baton::python
