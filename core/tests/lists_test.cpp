#include "text/lists.h"

#include <doctest/doctest.h>

#include <string>

namespace ow::text {
namespace {

TEST_CASE("a word is in one list, that of months before that of days") {
  CHECK(list_of("ten") == List::kNumber);
  CHECK(list_of("dozen") == List::kNumber);
  CHECK(list_of("km") == List::kMeasure);
  CHECK(list_of("%") == List::kMeasure);
  CHECK(list_of("km²") == List::kMeasure);
  CHECK(list_of("may") == List::kMonth);
  CHECK(list_of("sept.") == List::kMonth);
  CHECK(list_of("january") == List::kMonth);  // also among the days
  CHECK(list_of("sunday") == List::kDay);
  CHECK(list_of("mr.") == List::kTitle);
  CHECK(list_of("queen") == List::kTitle);
  for (const std::string_view word : {"", "house", "May", "tens", "\xff", " ", "ten "}) {
    CAPTURE(word);
    CHECK(list_of(word) == List::kNone);
  }
  CHECK(list_of(std::string(100'000, 'a')) == List::kNone);
}

TEST_CASE("every word of the lists is found in them") {
  for (const std::string_view word : number_words()) CHECK(list_of(word) == List::kNumber);
  for (const std::string_view word : measures()) CHECK(list_of(word) == List::kMeasure);
  for (const std::string_view word : months()) CHECK(list_of(word) == List::kMonth);
  for (const std::string_view word : days())
    CHECK(list_of(word) == (months().contains(word) ? List::kMonth : List::kDay));
}

}  // namespace
}  // namespace ow::text
