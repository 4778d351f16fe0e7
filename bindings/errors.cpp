#include <string_view>

#include "base/error.h"
#include "rooms.h"

namespace nb = nanobind;

namespace ow::bindings {
namespace {

/// Messages name files, and names of files need not be UTF-8.
nb::object text_of(const std::exception& error) {
  const std::string_view what = error.what();
  return nb::steal(
      PyUnicode_DecodeUTF8(what.data(), static_cast<Py_ssize_t>(what.size()), "backslashreplace"));
}

}  // namespace

void bind_errors(nb::module_& module) {
  static nb::exception<Error> error(module, "Error");
  static nb::exception<FormatError> format_error(module, "FormatError", error.ptr());
  // Translators are tried newest first: this one comes before those of the two types.
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const SystemError& e) {
      // OSError picks the subclass that the error number stands for.
      const nb::object value =
          nb::steal(PyObject_CallFunction(PyExc_OSError, "iO", e.error_number(), text_of(e).ptr()));
      if (value.is_valid())
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())), value.ptr());
    } catch (const FormatError& e) {
      PyErr_SetObject(format_error.ptr(), text_of(e).ptr());
    } catch (const Error& e) {
      PyErr_SetObject(error.ptr(), text_of(e).ptr());
    }
  });
}

}  // namespace ow::bindings
