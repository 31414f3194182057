// SPDX-License-Identifier: Apache-2.0
#include "holder.hpp"

#include <exception>
#include <new>
#include <utility>

#include <baton/msg/container_header.hpp>
#include <baton/msg/operations.hpp>

#include "errors.hpp"
#include "raw_publisher.hpp"

namespace baton::python {
namespace {

PyTypeObject* holder_type = nullptr;
PyTypeObject* block_type = nullptr;

/// A reference to what a weak reference names; null when that has ended.
PyObject* alive(PyObject* weak_reference) {
#if PY_VERSION_HEX >= 0x030d0000
  PyObject* object = nullptr;
  if (PyWeakref_GetRef(weak_reference, &object) < 0) PyErr_Clear();
  return object;
#else
  PyObject* const object = PyWeakref_GetObject(weak_reference);
  if (object == Py_None) return nullptr;
  Py_INCREF(object);
  return object;
#endif
}

struct Block {
  PyObject_HEAD PyObject* holder;
  std::byte* data;
  Py_ssize_t size_bytes;
  bool readonly;
};

void end_holder(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  auto* const holder = reinterpret_cast<Holder*>(self);
  if (holder->lent) {
    for (const TrackedArray& each : holder->lent->arrays) Py_DECREF(each.reference);
  }
  holder->lent.~unique_ptr();
  holder->heap.~shared_ptr();
  holder->sample.~SampleHandle();
  type->tp_free(self);
  Py_DECREF(type);
}

void end_block(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Py_DECREF(reinterpret_cast<Block*>(self)->holder);
  type->tp_free(self);
  Py_DECREF(type);
}

int show_block(PyObject* self, Py_buffer* view, int flags) {
  auto* const block = reinterpret_cast<Block*>(self);
  return PyBuffer_FillInfo(view, self, block->data, block->size_bytes, block->readonly ? 1 : 0,
                           flags);
}

Holder* make_holder(const msg::TypeSupport& type, Access access) {
  auto* const holder = reinterpret_cast<Holder*>(holder_type->tp_alloc(holder_type, 0));
  if (holder == nullptr) return nullptr;
  holder->access = access;
  holder->generation = 0;
  holder->base = nullptr;
  holder->type = &type;
  new (&holder->sample) SampleHandle;
  new (&holder->heap) std::shared_ptr<void>;
  new (&holder->lent) std::unique_ptr<LoanState>;
  return holder;
}

bool spilled(const msg::TypeSupport& type, const std::byte* message);

bool spilled_elements(const msg::Field& field, const std::byte* first, std::size_t count) {
  if (field.kind == msg::Kind::message) {
    if (field.nested->plain) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (spilled(*field.nested, first + i * field.nested->size_bytes)) return true;
    }
    return false;
  }
  if (field.kind != msg::Kind::string && field.kind != msg::Kind::wide_string) return false;
  const auto* const texts = reinterpret_cast<const msg::ContainerHeader*>(first);
  for (std::size_t i = 0; i < count; ++i) {
    if (texts[i].on_heap()) return true;
  }
  return false;
}

/// Whether a container of the loaned message has its block on the heap.
bool spilled(const msg::TypeSupport& type, const std::byte* message) {
  if (type.plain) return false;
  for (const msg::Field& field : type.fields) {
    const std::byte* const at = message + field.offset_bytes;
    if (field.shape == msg::Shape::single) {
      if (spilled_elements(field, at, 1)) return true;
    } else if (field.shape == msg::Shape::array) {
      if (spilled_elements(field, at, field.count)) return true;
    } else {
      const auto& container = *reinterpret_cast<const msg::ContainerHeader*>(at);
      if (container.on_heap() || spilled_elements(field, container.data(), container.size)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

Holder* hold_sample(const msg::TypeSupport& type, SampleHandle&& sample) {
  Holder* const holder = make_holder(type, Access::read);
  if (holder == nullptr) return nullptr;
  holder->sample = std::move(sample);
  holder->base = const_cast<std::byte*>(holder->sample.data());
  return holder;
}

Holder* hold_heap(const msg::TypeSupport& type, std::shared_ptr<void> message) {
  Holder* const holder = make_holder(type, Access::private_);
  if (holder == nullptr) return nullptr;
  holder->base = static_cast<std::byte*>(message.get());
  holder->heap = std::move(message);
  return holder;
}

std::shared_ptr<void> make_heap_message(const msg::TypeSupport& type) {
  void* const memory = ::operator new(type.size_bytes);
  try {
    msg::construct(type, memory);
  } catch (...) {
    ::operator delete(memory);
    throw;
  }
  return {memory, [&type](void* message) {
            msg::destroy(type, message);
            ::operator delete(message);
          }};
}

Holder* hold_loan(const msg::TypeSupport& type, std::shared_ptr<RawPublisher> publisher,
                  LoanHandle&& loan) {
  Holder* const holder = make_holder(type, Access::loan);
  if (holder == nullptr) return nullptr;
  holder->base = loan.data();
  holder->lent = std::make_unique<LoanState>();
  holder->lent->publisher = std::move(publisher);
  holder->lent->loan = std::move(loan);
  return holder;
}

bool move_if_spilled(Holder& holder) {
  if (holder.access != Access::loan || !spilled(*holder.type, holder.base)) return true;
  try {
    LoanState& lent = *holder.lent;
    LoanHandle larger = lent.publisher->borrow_bytes(msg::loan_bytes(*holder.type, holder.base));
    if (larger.data() == nullptr) return true;  // the context was shut down: nothing is published
    msg::copy(*holder.type, larger.data(), holder.base);
    lent.former.push_back(std::move(lent.loan));
    lent.loan = std::move(larger);
    holder.base = lent.loan.data();
    ++holder.generation;
    retire_arrays(holder, -1);
    return true;
  } catch (const std::exception& error) {
    set_python_error(error);
    return false;
  }
}

void retire_arrays(Holder& holder, std::ptrdiff_t field_offset) {
  auto& arrays = holder.lent->arrays;
  std::size_t kept = 0;
  for (const TrackedArray& each : arrays) {
    PyObject* const array = alive(each.reference);
    const bool concerned = field_offset < 0 || each.field_offset == field_offset;
    if (array != nullptr && !concerned) {
      Py_DECREF(array);
      arrays[kept++] = each;
      continue;
    }
    if (array != nullptr) {
      PyObject* const done = PyObject_CallMethod(array, "setflags", "O", Py_False);
      if (done == nullptr) PyErr_Clear();
      Py_XDECREF(done);
      Py_DECREF(array);
    }
    Py_DECREF(each.reference);
  }
  arrays.resize(kept);
}

bool track_array(Holder& holder, PyObject* array, std::ptrdiff_t field_offset) {
  PyObject* const reference = PyWeakref_NewRef(array, nullptr);
  if (reference == nullptr) return false;
  auto& arrays = holder.lent->arrays;
  if (arrays.size() >= 64) {  // forget those that have ended
    std::size_t kept = 0;
    for (const TrackedArray& each : arrays) {
      PyObject* const other = alive(each.reference);
      if (other == nullptr) {
        Py_DECREF(each.reference);
      } else {
        Py_DECREF(other);
        arrays[kept++] = each;
      }
    }
    arrays.resize(kept);
  }
  arrays.push_back({reference, field_offset});
  return true;
}

void end_loan(Holder& holder) {
  retire_arrays(holder, -1);
  holder.access = Access::spent;
  ++holder.generation;
}

bool require_live(const Holder& holder) {
  if (holder.access != Access::spent) return true;
  PyErr_SetString(
      PyExc_RuntimeError,
      "the message was published, given back or released: read what you need before, or "
      "keep a copy()");
  return false;
}

PyObject* make_block(PyObject* holder, std::byte* data, std::size_t size_bytes, bool readonly) {
  auto* const block = reinterpret_cast<Block*>(block_type->tp_alloc(block_type, 0));
  if (block == nullptr) return nullptr;
  block->holder = Py_NewRef(holder);
  block->data = data;
  block->size_bytes = static_cast<Py_ssize_t>(size_bytes);
  block->readonly = readonly;
  return reinterpret_cast<PyObject*>(block);
}

bool add_holder_types(PyObject* module) {
  static PyType_Slot holder_slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(end_holder)},
      {Py_tp_doc, const_cast<char*>("The memory of a message; kept by all that shows it.")},
      {0, nullptr}};
  static PyType_Spec holder_spec = {"baton._native.Holder", sizeof(Holder), 0,
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                    holder_slots};
  static PyType_Slot block_slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(end_block)},
      {Py_bf_getbuffer, reinterpret_cast<void*>(show_block)},
      {Py_tp_doc, const_cast<char*>("Bytes of a message, through the buffer protocol.")},
      {0, nullptr}};
  static PyType_Spec block_spec = {"baton._native.Block", sizeof(Block), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                   block_slots};
  holder_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&holder_spec));
  block_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&block_spec));
  return holder_type != nullptr && block_type != nullptr &&
         PyModule_AddObjectRef(module, "Holder", reinterpret_cast<PyObject*>(holder_type)) == 0 &&
         PyModule_AddObjectRef(module, "Block", reinterpret_cast<PyObject*>(block_type)) == 0;
}

}  // namespace baton::python
