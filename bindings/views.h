// Python strings as they are, without a copy.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <vector>

namespace ow::bindings {

/// The UTF-8 of the strings of a list, which must stay alive. Raises what Python raises for a
/// string that UTF-8 cannot hold, and for what is no string.
inline std::vector<std::string_view> views_of(nanobind::handle lines) {
  std::vector<std::string_view> views;
  for (const nanobind::handle line : lines) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(line.ptr(), &size);
    if (bytes == nullptr) throw nanobind::python_error();
    views.emplace_back(bytes, static_cast<std::size_t>(size));
  }
  return views;
}

}  // namespace ow::bindings
