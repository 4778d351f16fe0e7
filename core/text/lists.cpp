#include "text/lists.h"

#include <unordered_map>
#include <vector>

#include "base/lines.h"

namespace ow::text {

namespace {

WordList words_of(std::string_view list) {
  std::vector<std::string_view> items;
  split_words(list, items);
  return {items.begin(), items.end()};
}

}  // namespace

const WordList& number_words() {
  static const WordList words = words_of(
      "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
      "sixteen "
      "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred "
      "thousand million billion trillion dozen");
  return words;
}

const WordList& measures() {
  static const WordList words = words_of(
      "% ‰ ° °c °f c f km km² m m² m³ cm mm ha nm yd ft kg g mg lb lbs oz l ml mph km/h m/s hz khz "
      "mhz ghz kb mb gb tb kw mw gw kwh v w k bn mn am pm a.m. p.m. percent ad bc b.c. a.d. gmt "
      "utc "
      "usd eur gbp");
  return words;
}

const WordList& months() {
  static const WordList words = words_of(
      "january february march april may june july august september october november "
      "december jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec.");
  return words;
}

const WordList& days() {
  static const WordList words = words_of(
      "monday tuesday wednesday thursday friday saturday sunday january february april june july "
      "september october november december");
  return words;
}

List list_of(std::string_view word) {
  static const std::unordered_map<std::string_view, List> lists = [] {
    const WordList titles = words_of(
        "mr mrs ms miss mr. mrs. ms. dr dr. prof. professor sir lord lady king queen prince "
        "princess pope saint st. president chancellor minister commissioner senator judge general "
        "captain colonel sgt. lt. gen. sen. rep. gov.");
    std::unordered_map<std::string_view, List> all;
    const auto add = [&](const WordList& words, List list) {
      for (const std::string_view word : words) all.emplace(word, list);
    };
    add(months(), List::kMonth);
    add(days(), List::kDay);
    add(number_words(), List::kNumber);
    add(measures(), List::kMeasure);
    add(titles, List::kTitle);
    return all;
  }();
  const auto found = lists.find(word);
  return found == lists.end() ? List::kNone : found->second;
}

}  // namespace ow::text
