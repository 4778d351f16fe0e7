#include "phrases/spelling.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace ow {

TEST_CASE("spelling alone is told from other words") {
  const std::vector<std::pair<const char*, const char*>> same = {
      {"neighbours", "neighbors"},
      {"honour", "honor"},
      {"centres", "centers"},
      {"fibre", "fiber"},
      {"manoeuvres", "maneuvers"},
      {"kilometres", "kilometers"},
      {"programmes", "programs"},
      {"defence", "defense"},
      {"licences", "licenses"},
      {"organisation", "organization"},
      {"analysing", "analyzing"},
      {"travelled", "traveled"},
      {"dialogue", "dialog"},
      {"afterwards", "afterward"},
      {"judgement", "judgment"},
      {"health care", "healthcare"},
      {"per cent", "percent"},
      {"co-operate", "cooperate"},
      {"grey", "gray"},
      {"cheques", "checks"},
      {"gramme", "gram"},
      {"towards", "toward"},
      {"marvellous", "marvelous"},
      {"foetus", "fetus"},
      {"the colour red", "the color red"},
      {"nation’s", "nation's"},
  };
  for (const auto& pair : same)
    CHECK_MESSAGE(spelling_key(pair.first) == spelling_key(pair.second), pair.first);
  const std::vector<std::pair<const char*, const char*>> different = {
      {"house", "home"},   {"big", "bigger"}, {"rise", "rice"},    {"advise", "advised"},
      {"fence", "tense"},  {"hour", "hours"}, {"letter", "later"}, {"awards", "award"},
      {"filled", "filed"}, {"four", "for"},   {"shoe", "she"},     {"sentence", "sentences"},
  };
  for (const auto& pair : different)
    CHECK_MESSAGE(spelling_key(pair.first) != spelling_key(pair.second), pair.first);
  CHECK(spelling_key("").empty());
}

}  // namespace ow
