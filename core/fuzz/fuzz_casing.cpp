// A file of casing statistics with any bytes changed, and its checksums put right, is used or
// refused.

#include <vector>

#include "fuzz/seal.h"
#include "tests/files.h"
#include "text/casing.h"
#include "text/casing_format.h"

namespace {

using namespace ow;

constexpr text::CasingCounter::Form kForms[] = {
    {"London", 3}, {"NATO", 2}, {"Łódź", 1}, {"the", 9}, {"of", 7}};

void use(const std::string& path) {
  const text::Casing casing(path);
  for (const char* word : {"london", "nato", "łódź", "the", "of", "rome", ""}) {
    const auto form = casing.form_of(word);
    if (form) std::string(*form).append(" ");  // all of it can be read
  }
}

std::vector<fuzz::Section> good_file(const std::string& path) {
  text::Casing(kForms).write(path);
  use(path);
  return fuzz::read_sections(path, text::casing_format::kKind,
                             {text::casing_format::kWords, text::casing_format::kOffsets,
                              text::casing_format::kForms, text::casing_format::kCommon});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.file("casing");
  static const std::vector<fuzz::Section> good = good_file(path);
  std::vector<fuzz::Section> sections = good;
  fuzz::edit(sections, data, size);
  tests::write_file(path, fuzz::seal(text::casing_format::kKind, sections));
  try {
    use(path);
  } catch (const Error&) {
  }
  return 0;
}
