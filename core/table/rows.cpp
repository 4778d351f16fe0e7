#include "table/rows.h"

#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/lines.h"

namespace ow {

ScoreColumns::ScoreColumns(ScoreChoice choice)
    : choice_(std::move(choice)), all_(choice_.places.empty()) {
  if (!all_) check_names(choice_.places.size());
}

void ScoreColumns::check_names(std::size_t score_count) const {
  if (!choice_.names.empty() && choice_.names.size() != score_count)
    throw Error("the number of scores is " + std::to_string(score_count) + ", but " +
                std::to_string(choice_.names.size()) + " names are given; give one for each");
}

void ScoreColumns::parse(std::span<const std::string_view> numbers, std::vector<float>& scores) {
  scores.clear();
  if (all_) {
    if (numbers.empty()) throw FormatError("there is no score");
    if (!choice_.places.empty() && numbers.size() != choice_.places.size())
      throw FormatError("the number of scores is " + std::to_string(numbers.size()) +
                        ", on the lines before it is " + std::to_string(choice_.places.size()));
    for (const std::string_view number : numbers)
      scores.push_back(parse_score(number, choice_.scale));
    if (choice_.places.empty()) {
      check_names(numbers.size());
      for (std::size_t i = 0; i < numbers.size(); ++i) choice_.places.push_back(i);
    }
    return;
  }
  for (const std::size_t place : choice_.places) {
    if (place >= numbers.size())
      throw FormatError("score " + std::to_string(place) + " (counted from 0) is chosen, but the " +
                        "number of scores is " + std::to_string(numbers.size()));
    scores.push_back(parse_score(numbers[place], choice_.scale));
  }
}

std::vector<std::string> ScoreColumns::names(std::span<const std::string> known) const {
  if (!choice_.names.empty()) return choice_.names;
  std::vector<std::string> names;
  for (const std::size_t place : choice_.places) {
    if (place < known.size())
      names.push_back(known[place]);
    else
      names.push_back(choice_.places.size() == 1 ? "score" : "score" + std::to_string(place));
  }
  return names;
}

float parse_score(std::string_view text, ScoreScale scale) {
  const auto number = parse_number(text);
  if (!number) throw FormatError("\"" + excerpt(text) + "\" is not a finite number");
  if (scale == ScoreScale::kProbability && !(*number > 0))
    throw FormatError("the probability " + excerpt(text) + " is not above 0 and has no logarithm");
  const double log = scale == ScoreScale::kProbability ? std::log(*number) : *number;
  if (!(std::abs(log) <= FLT_MAX))
    throw FormatError("the score " + excerpt(text) + " is too large for single precision");
  return static_cast<float>(log);
}

std::uint64_t parse_count(std::string_view text) {
  const auto number = parse_number(text);
  if (!number || *number < 0 || *number > static_cast<double>(kLargestVarint))
    throw FormatError("\"" + excerpt(text) + "\" is not a count");
  return static_cast<std::uint64_t>(std::llround(*number));
}

void parse_alignment(std::string_view text, std::vector<AlignmentPoint>& alignment) {
  alignment.clear();
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](std::uint8_t& value) {
    const auto [behind, error] = std::from_chars(at, end, value);
    if (error != std::errc{}) return false;
    at = behind;
    return true;
  };
  for (;;) {
    while (at != end && *at == ' ') ++at;
    if (at == end) return;
    AlignmentPoint point;
    const bool good = number(point.source) && at != end && *at++ == '-' && number(point.target) &&
                      (at == end || *at == ' ');
    if (!good) throw FormatError("\"" + excerpt(text) + "\" is not an alignment such as 0-0 1-2");
    alignment.push_back(point);
  }
}

}  // namespace ow
