// A language model file with any bytes changed, and its checksums put right, is used or refused.

#include <random>
#include <vector>

#include "fuzz/seal.h"
#include "lm/score.h"
#include "lm/sections.h"
#include "search/exact.h"
#include "tests/random_task.h"

namespace {

using namespace ow;

std::vector<fuzz::Section> good_model(const std::string& path, bool quantise) {
  std::mt19937 random(1);
  const tests::TextSource source(tests::random_arpa(random, 4, 4));
  lm::read_arpa(source.fd(), "arpa").write(path, quantise);
  return fuzz::read_sections(path, lm::Model::kKind,
                             {lm::kInfo, lm::kStates, lm::kArcs, lm::kHints, lm::kBooks,
                              lm::kExtensions, lm::kLeeways, lm::kVocabulary, lm::kVocabulary + 1,
                              lm::kVocabulary + 2, lm::kVocabulary + 3, lm::kVocabulary + 4});
}

void use(const std::string& path) {
  const lm::Model model(path);
  lm::score_sentence(model, "a b c d e f g a a b", {});
  std::mt19937 random(2);
  const tests::RandomTask made(random, model, 4, 5, 12, true, false);
  ExactWorkspace workspace;
  const WorkLimit limit{100'000, 0.0};
  search_exact(made.task, {1, limit}, workspace);
  search_exact(made.task, {10, limit}, workspace);
}

/// Throws where what was read of a good file does not make one: nothing would be tested.
std::vector<fuzz::Section> checked(const std::string& path, std::vector<fuzz::Section> sections) {
  tests::write_file(path, fuzz::seal(lm::Model::kKind, sections));
  use(path);
  return sections;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.file("lm");
  static const std::vector<fuzz::Section> good[] = {checked(path, good_model(path, false)),
                                                    checked(path, good_model(path, true))};
  if (size == 0) return 0;
  std::vector<fuzz::Section> sections = good[data[0] & 1];
  fuzz::edit(sections, data + 1, size - 1);
  tests::write_file(path, fuzz::seal(lm::Model::kKind, sections));
  try {
    use(path);
  } catch (const Error&) {
  }
  return 0;
}
