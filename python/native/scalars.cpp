// SPDX-License-Identifier: Apache-2.0
// Values of one number, bool, byte, character or text, and the rules that rclpy has for them.
#include <Python.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include <baton/msg/any_container.hpp>
#include <baton/msg/container_header.hpp>

#include "message.hpp"

namespace baton::python {
namespace {

using msg::Kind;

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class T>
std::string integer_rule() {
  using Limits = std::numeric_limits<T>;
  const std::string kind = Limits::is_signed ? "an integer in [" : "an unsigned integer in [";
  return kind + std::to_string(Limits::min()) + ", " + std::to_string(Limits::max()) + "]";
}

template <class T>
bool write_integer(std::byte* to, PyObject* value, const Path& path) {
  if (!PyLong_Check(value) && !PyIndex_Check(value)) {
    set_field_error(path, "of type 'int'");
    return false;
  }
  PyObject* const number = PyNumber_Index(value);
  if (number == nullptr) {
    PyErr_Clear();
    set_field_error(path, "of type 'int'");
    return false;
  }
  int overflow = 0;
  bool fits = false;
  T result{};
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    const unsigned long long wide = PyLong_AsUnsignedLongLong(number);
    fits = !(wide == static_cast<unsigned long long>(-1) && PyErr_Occurred());
    result = wide;
  } else {
    const long long wide = PyLong_AsLongLongAndOverflow(number, &overflow);
    fits = overflow == 0 && wide >= static_cast<long long>(std::numeric_limits<T>::min()) &&
           wide <= static_cast<long long>(std::numeric_limits<T>::max());
    result = static_cast<T>(wide);
  }
  Py_DECREF(number);
  if (!fits) {
    PyErr_Clear();
    set_field_error(path, integer_rule<T>());
    return false;
  }
  std::memcpy(to, &result, sizeof result);
  return true;
}

/// As in rclpy an int is no float: a float of Python or of numpy.
bool is_float(PyObject* value) {
  if (PyFloat_Check(value)) return true;
  const char* const name = Py_TYPE(value)->tp_name;
  return std::strncmp(name, "numpy.float", 11) == 0;
}

bool write_float(Kind kind, std::byte* to, PyObject* value, const Path& path) {
  if (!is_float(value)) {
    set_field_error(path, "of type 'float'");
    return false;
  }
  const double wide = PyFloat_AsDouble(value);
  if (wide == -1.0 && PyErr_Occurred()) return false;
  if (kind == Kind::float64) {
    std::memcpy(to, &wide, sizeof wide);
    return true;
  }
  if (std::isfinite(wide) && std::fabs(wide) > double{std::numeric_limits<float>::max()}) {
    set_field_error(path, "a float in [-3.402823466e+38, 3.402823466e+38]");
    return false;
  }
  const auto narrow = static_cast<float>(wide);
  std::memcpy(to, &narrow, sizeof narrow);
  return true;
}

bool write_bool(std::byte* to, PyObject* value, const Path& path) {
  const bool numpy = std::strncmp(Py_TYPE(value)->tp_name, "numpy.bool", 10) == 0;
  if (!PyBool_Check(value) && !numpy) {
    set_field_error(path, "of type 'bool'");
    return false;
  }
  const int truth = PyObject_IsTrue(value);
  if (truth < 0) return false;
  *to = std::byte{truth != 0};
  return true;
}

bool write_byte(std::byte* to, PyObject* value, const Path& path) {
  if (!PyBytes_Check(value) || PyBytes_GET_SIZE(value) != 1) {
    set_field_error(path, "of type 'bytes' or 'ByteString' and of length 1");
    return false;
  }
  std::memcpy(to, PyBytes_AS_STRING(value), 1);
  return true;
}

bool write_wide_character(std::byte* to, PyObject* value, const Path& path) {
  if (!PyUnicode_Check(value) || PyUnicode_GET_LENGTH(value) != 1 ||
      PyUnicode_READ_CHAR(value, 0) > 0xffff) {
    set_field_error(path, "of type 'str' and of length 1");
    return false;
  }
  const auto unit = static_cast<char16_t>(PyUnicode_READ_CHAR(value, 0));
  std::memcpy(to, &unit, sizeof unit);
  return true;
}

bool write_text(const FieldInfo& info, std::byte* to, PyObject* value, const Path& path) {
  if (!PyUnicode_Check(value)) {
    set_field_error(path, "of type 'str'");
    return false;
  }
  const std::uint32_t bound = info.field->string_bound;
  if (bound != 0 && static_cast<std::uint64_t>(PyUnicode_GET_LENGTH(value)) > bound) {
    set_field_error(path, "string value not longer than " + std::to_string(bound));
    return false;
  }
  if (info.field->kind == Kind::string) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(value, &size);
    PyObject* escaped = nullptr;
    if (text == nullptr) {  // bytes that were no UTF-8 when they came go out as they were
      PyErr_Clear();
      escaped = PyUnicode_AsEncodedString(value, "utf-8", "surrogateescape");
      if (escaped == nullptr) return false;
      text = PyBytes_AS_STRING(escaped);
      size = PyBytes_GET_SIZE(escaped);
    }
    msg::assign_text(to, std::string_view(text, static_cast<std::size_t>(size)));
    Py_XDECREF(escaped);
    return true;
  }
  PyObject* const units = PyUnicode_AsEncodedString(value, "utf-16-le", "surrogatepass");
  if (units == nullptr) return false;
  msg::assign_text(to, std::u16string_view(
                           reinterpret_cast<const char16_t*>(PyBytes_AS_STRING(units)),
                           static_cast<std::size_t>(PyBytes_GET_SIZE(units)) / sizeof(char16_t)));
  Py_DECREF(units);
  return true;
}

PyObject* read_text(Kind kind, const std::byte* from) {
  const auto& header = *reinterpret_cast<const msg::ContainerHeader*>(from);
  const auto* const text = reinterpret_cast<const char*>(header.data());
  if (header.size == 0) return PyUnicode_New(0, 0);
  if (kind == Kind::string) return PyUnicode_DecodeUTF8(text, header.size, "surrogateescape");
  int little_endian = -1;
  return PyUnicode_DecodeUTF16(text, static_cast<Py_ssize_t>(header.size) * 2, "surrogatepass",
                               &little_endian);
}

}  // namespace

bool is_number(Kind kind) {
  return (kind >= Kind::int8 && kind <= Kind::float64) || kind == Kind::character;
}

bool is_text(Kind kind) { return kind == Kind::string || kind == Kind::wide_string; }

std::string element_rule(const FieldInfo& info) {
  switch (info.field->kind) {
    case Kind::int8:
      return "each value of type 'int' and each integer in [-128, 127]";
    case Kind::uint8:
    case Kind::character:
      return "each value of type 'int' and each unsigned integer in [0, 255]";
    case Kind::int16:
    case Kind::int32:
    case Kind::int64:
    case Kind::uint16:
    case Kind::uint32:
    case Kind::uint64:
      return "each value of type 'int' and in the range of the field's type";
    case Kind::float32:
    case Kind::float64:
      return "each value of type 'float'";
    case Kind::boolean:
      return "each value of type 'bool'";
    case Kind::byte:
      return "each value of type 'bytes' and of length 1";
    case Kind::message: {
      const std::string_view name = info.field->nested->type_name;
      return "each value of type '" + std::string(name.substr(name.rfind('/') + 1)) + "'";
    }
    default:
      return "each value of type 'str'";
  }
}

PyObject* read_scalar(Kind kind, const std::byte* from) {
  switch (kind) {
    case Kind::int8:
      return PyLong_FromLong(load<std::int8_t>(from));
    case Kind::uint8:
    case Kind::character:
      return PyLong_FromLong(load<std::uint8_t>(from));
    case Kind::int16:
      return PyLong_FromLong(load<std::int16_t>(from));
    case Kind::uint16:
      return PyLong_FromLong(load<std::uint16_t>(from));
    case Kind::int32:
      return PyLong_FromLong(load<std::int32_t>(from));
    case Kind::uint32:
      return PyLong_FromUnsignedLong(load<std::uint32_t>(from));
    case Kind::int64:
      return PyLong_FromLongLong(load<std::int64_t>(from));
    case Kind::uint64:
      return PyLong_FromUnsignedLongLong(load<std::uint64_t>(from));
    case Kind::float32:
      return PyFloat_FromDouble(double{load<float>(from)});
    case Kind::float64:
      return PyFloat_FromDouble(load<double>(from));
    case Kind::boolean:
      return PyBool_FromLong(*from != std::byte{});
    case Kind::byte:
      return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(from), 1);
    case Kind::wide_character:
      return PyUnicode_FromOrdinal(load<char16_t>(from));
    case Kind::string:
    case Kind::wide_string:
      return read_text(kind, from);
    case Kind::message:
      break;
  }
  PyErr_SetString(PyExc_SystemError, "baton: a field of an unknown kind");
  return nullptr;
}

bool write_scalar(const FieldInfo& info, std::byte* to, PyObject* value, const Path& path) {
  const Kind kind = info.field->kind;
  switch (kind) {
    case Kind::int8:
      return write_integer<std::int8_t>(to, value, path);
    case Kind::uint8:
    case Kind::character:
      return write_integer<std::uint8_t>(to, value, path);
    case Kind::int16:
      return write_integer<std::int16_t>(to, value, path);
    case Kind::uint16:
      return write_integer<std::uint16_t>(to, value, path);
    case Kind::int32:
      return write_integer<std::int32_t>(to, value, path);
    case Kind::uint32:
      return write_integer<std::uint32_t>(to, value, path);
    case Kind::int64:
      return write_integer<std::int64_t>(to, value, path);
    case Kind::uint64:
      return write_integer<std::uint64_t>(to, value, path);
    case Kind::float32:
    case Kind::float64:
      return write_float(kind, to, value, path);
    case Kind::boolean:
      return write_bool(to, value, path);
    case Kind::byte:
      return write_byte(to, value, path);
    case Kind::wide_character:
      return write_wide_character(to, value, path);
    case Kind::string:
    case Kind::wide_string:
      return write_text(info, to, value, path);
    case Kind::message:
      break;
  }
  PyErr_SetString(PyExc_SystemError, "baton: a field of an unknown kind");
  return false;
}

std::string Path::text() const {
  std::string text = outer != nullptr ? outer->text() : std::string();
  if (field != nullptr) {
    if (!text.empty()) text += '.';
    text += field->field->name;
  }
  if (index >= 0) text += "[" + std::to_string(index) + "]";
  return text;
}

void set_field_error(const Path& path, const std::string& must_be) {
  PyErr_Format(PyExc_AssertionError, "The '%s' field must be %s", path.text().c_str(),
               must_be.c_str());
}

}  // namespace baton::python
