// Any text is scored, and on one in four a model is trained, or it is refused.

#include <fcntl.h>
#include <unistd.h>

#include "fuzz/expand.h"
#include "lm/arpa.h"
#include "lm/score.h"
#include "lm/train.h"
#include "tests/files.h"

namespace {

using namespace ow;

/// What texts are made of.
constexpr std::string_view kPieces[] = {"a",    "b",        "c",      " ",    "  ",   "\n",
                                        "\r\n", "\t",       "a b c ", "<s>",  "</s>", "<unk>",
                                        "\xff", "\xc3\xa9", "a\n",    "b a\n"};
constexpr std::string_view kModel =
    "\\data\\\nngram 1=4\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-1\t</s>\n-0.5\ta\n\n\\end\\\n";

std::string write_model(const tests::TemporaryFolder& folder) {
  const std::string path = folder.file("lm");
  const tests::TextSource source{std::string(kModel)};
  lm::read_arpa(source.fd(), "arpa").write(path, false);
  return path;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder;
  static const lm::Model model(write_model(folder));
  static const int nowhere = ::open("/dev/null", O_WRONLY);
  if (size == 0) return 0;
  const std::string_view raw(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string text = data[0] & 1 ? std::string(raw) : fuzz::expand(raw, kPieces);
  try {
    const tests::TextSource source(text);
    lm::score_text(model, source.fd(), "text", nowhere, {});
  } catch (const Error&) {
  }
  if (size % 4 != 0) return 0;  // training takes far longer
  try {
    const tests::TextSource source(text);
    lm::TrainOptions options;
    options.order = 1 + (data[0] >> 1) % 3;
    options.memory = 1 << 20;
    options.vocabulary = (data[0] >> 3) % 4;
    options.entropy = data[0] & 32 ? 0.01 : 0;
    options.fallback_discounts = data[0] & 64;
    if (data[0] & 128) options.cutoffs = {0, 1};
    lm::train({{source.fd(), "text"}}, {nowhere, "arpa"}, options);
  } catch (const Error&) {
  }
  return 0;
}
