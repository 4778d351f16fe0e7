// Columns between NumPy or Arrow and the core, without copies.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/texts.h"

namespace ow::bindings {

template <class T>
using Input = nanobind::ndarray<const T, nanobind::numpy, nanobind::ndim<1>, nanobind::c_contig,
                                nanobind::device::cpu>;
template <class T>
using Output = nanobind::ndarray<const T, nanobind::numpy, nanobind::ndim<1>>;

template <class T>
std::span<const T> span_of(const Input<T>& array) {
  return {array.data(), array.shape(0)};
}

/// Texts in the two buffers of an Arrow column.
inline TextsView texts_of(const Input<std::int32_t>& offsets, const Input<std::uint8_t>& bytes) {
  const auto numbers = span_of(offsets);
  std::int32_t last = 0;
  for (const std::int32_t offset : numbers) {
    if (offset < last || static_cast<std::size_t>(offset) > bytes.shape(0))
      throw Error("the offsets of a column of texts are out of order or beyond its bytes");
    last = offset;
  }
  return {numbers, reinterpret_cast<const char*>(bytes.data())};
}

/// A property that shows a vector as an array, which keeps its object alive.
template <class Class, class T, std::vector<T> Class::* column>
Output<T> column_of(nanobind::handle_t<Class> self) {
  const std::vector<T>& numbers = nanobind::cast<const Class&>(self).*column;
  return Output<T>(numbers.data(), {numbers.size()}, self);
}
template <class Class, std::vector<std::int64_t> Class::* column>
inline constexpr auto kIntegers = &column_of<Class, std::int64_t, column>;

/// A vector as an array that owns it.
template <class T>
Output<T> array_of(std::vector<T>&& numbers) {
  auto* kept = new std::vector<T>(std::move(numbers));
  const nanobind::capsule owner(
      kept, [](void* gone) noexcept { delete static_cast<std::vector<T>*>(gone); });
  return Output<T>(kept->data(), {kept->size()}, owner);
}

}  // namespace ow::bindings
