#include <cerrno>

#include "base/error.h"
#include "rooms.h"

namespace nb = nanobind;

namespace ow::bindings {

void bind_errors(nb::module_& module) {
  // Translators are tried newest first, so bases are registered before what derives from them.
  static nb::exception<Error> error(module, "Error");
  static nb::exception<FormatError> format_error(module, "FormatError", error.ptr());
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const SystemError& e) {
      errno = e.error_number();
      nb::object value =
          nb::steal(PyObject_CallFunction(PyExc_OSError, "is", e.error_number(), e.what()));
      PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())), value.ptr());
    }
  });
}

}  // namespace ow::bindings
