// A confidence file with any bytes changed, any guards, and its checksums put right, is used on
// units or refused.

#include <algorithm>
#include <cstdlib>

#include "context/format.h"
#include "fuzz/expand.h"
#include "fuzz/seal.h"
#include "tests/context_trained.h"

namespace {

using namespace ow;

constexpr std::string_view kPieces[] = {"count\t",  "match\t", "arrive\t", "same\t",   "prefix\t",
                                        "group\t",  "class\t", "*\t",      "\n",       "\t",
                                        "old",      "dogs",    "hounds",   "ran home", "quickly",
                                        "old dogs", "aged",    "un",       "h",        " "};

const tests::TrainedConfidence& made_once() {
  static const tests::TrainedConfidence made({32, 64});
  return made;
}

void require(bool holds) {
  if (!holds) std::abort();
}

void use(const std::string& path) {
  static const Units units = made_once().world.find_all();
  static const std::vector<std::int64_t> rows = tests::all_rows(units);
  const tests::ContextWorld& world = made_once().world;
  const context::ConfidenceModel model(path);
  require(model.tag_names().size() <= context::kMostTags);
  require(model.odds(units, world.model(), world.traits, rows).size() == units.size());
  const auto forbidden = model.guards().forbid(units, rows, nullptr);
  require(forbidden.size() == units.size() &&
          std::all_of(forbidden.begin(), forbidden.end(), [](std::uint8_t x) { return x <= 1; }));
}

std::vector<fuzz::Section> good_file(const std::string& path) {
  using namespace context::format;
  made_once().write(path);
  use(path);
  return fuzz::read_sections(path, kKind,
                             {kShape, kVectors, kScales, kWeights, kParameters, kCalibration, kTags,
                              kWordTags, kGuards, kVectorWords, kVectorNumbers});
}

}  // namespace

/// A byte for the number of edits, four bytes for each of them, and then guards in the place of
/// those of the file, if there are any.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.file("confidence");
  static const std::vector<fuzz::Section> good = good_file(path);
  if (size == 0) return 0;
  const std::size_t edits = std::min<std::size_t>(4 * (data[0] % 8), size - 1);
  std::vector<fuzz::Section> sections = good;
  fuzz::edit(sections, data + 1, edits);
  const std::string guards =
      fuzz::expand({reinterpret_cast<const char*>(data) + 1 + edits, size - 1 - edits}, kPieces);
  if (!guards.empty()) sections[context::format::kGuards - 1].content = guards;
  tests::write_file(path, fuzz::seal(context::format::kKind, sections));
  try {
    use(path);
  } catch (const Error&) {
  }
  return 0;
}
