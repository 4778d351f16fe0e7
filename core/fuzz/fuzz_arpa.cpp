// Any text is read as ARPA or refused; what is read becomes a model that can be used and written.

#include <fcntl.h>
#include <unistd.h>

#include "fuzz/expand.h"
#include "lm/arpa.h"
#include "lm/score.h"
#include "tests/files.h"

namespace {

using namespace ow;

/// What the format is made of.
constexpr std::string_view kPieces[] = {"\\data\\\n",
                                        "ngram 1=3\n",
                                        "ngram 2=1\n",
                                        "\n\\1-grams:\n",
                                        "\n\\2-grams:\n",
                                        "\\end\\\n",
                                        "-1\t",
                                        "<s>",
                                        "</s>",
                                        "<unk>",
                                        "\t-0.5\n",
                                        "\n",
                                        " ",
                                        "a",
                                        "-99",
                                        "nan"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder;
  static const std::string path = folder.file("lm");
  static const int nowhere = ::open("/dev/null", O_WRONLY);
  if (size == 0) return 0;
  const std::string_view raw(reinterpret_cast<const char*>(data + 1), size - 1);
  const tests::TextSource source(data[0] & 1 ? std::string(raw) : fuzz::expand(raw, kPieces));
  try {
    lm::read_arpa(source.fd(), "arpa").write(path, data[0] & 2);
    const lm::Model model(path);
    lm::score_sentence(model, "a b <unk> a", {});
    lm::write_arpa(model, nowhere, "arpa");
  } catch (const Error&) {
  }
  return 0;
}
