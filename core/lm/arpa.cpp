#include "lm/arpa.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "base/lines.h"
#include "base/output.h"

namespace ow::lm {
namespace {

constexpr float kMinusInfinity = -99.0f;

/// One pass over the lines of an ARPA file.
class ArpaReader {
 public:
  ArpaReader(int fd, const std::string& name) : lines_(fd, name) {}

  ModelBuilder read() {
    read_counts();
    ModelBuilder builder(static_cast<unsigned>(counts_.size()));
    for (unsigned order = 1; order <= counts_.size(); ++order) {
      expect("\\" + std::to_string(order) + "-grams:");
      read_section(builder, order);
    }
    expect("\\end\\");
    return builder;
  }

 private:
  /// The next line that is not blank, without white space at its ends.
  std::optional<std::string_view> next() {
    if (pending_) {
      pending_ = false;
      return current_;
    }
    while (const auto line = lines_.next()) {
      std::string_view text = *line;
      while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
      while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
      if (text.empty()) continue;
      current_ = text;
      return text;
    }
    return std::nullopt;
  }
  static bool is_space(char c) { return c == ' ' || c == '\t'; }

  void expect(const std::string& heading) {
    const auto line = next();
    if (!line)
      lines_.fail("the file ends before " + heading + "; it is truncated, copy or make it again");
    if (*line != heading) lines_.fail("expected " + heading + ", found \"" + excerpt(*line) + "\"");
  }

  void read_counts() {
    for (;;) {
      const auto line = next();
      if (!line) lines_.fail("no \\data\\ line; this is not an ARPA file");
      if (*line == "\\data\\") break;
    }
    while (const auto line = next()) {
      if (!line->starts_with("ngram")) {
        pending_ = true;
        break;
      }
      const auto equals = line->find('=');
      std::string_view order = line->substr(5, equals == line->npos ? 0 : equals - 5);
      const auto wanted = std::to_string(counts_.size() + 1);
      while (!order.empty() && is_space(order.front())) order.remove_prefix(1);
      while (!order.empty() && is_space(order.back())) order.remove_suffix(1);
      if (equals == line->npos || order != wanted)
        lines_.fail("expected \"ngram " + wanted + "=count\", found \"" + excerpt(*line) + "\"");
      std::string_view digits = line->substr(equals + 1);
      while (!digits.empty() && is_space(digits.front())) digits.remove_prefix(1);
      std::uint64_t count = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), count);
      if (error != std::errc{} || end != digits.data() + digits.size())
        lines_.fail("\"" + excerpt(digits) + "\" is not a number of n-grams");
      if (counts_.size() == kMaxOrder)
        lines_.fail("this program reads models up to order " + std::to_string(kMaxOrder));
      counts_.push_back(count);
    }
    if (counts_.empty()) lines_.fail("no \"ngram 1=count\" line after \\data\\");
  }

  void read_section(ModelBuilder& builder, unsigned order) {
    std::uint64_t read = 0;
    while (const auto line = next()) {
      if (line->front() == '\\') {
        pending_ = true;
        break;
      }
      read_ngram(builder, order, *line);
      ++read;
    }
    const std::uint64_t announced = counts_[order - 1];
    if (read != announced)
      lines_.fail(std::to_string(read) + " " + std::to_string(order) +
                  "-grams end here, but the file announces " + std::to_string(announced));
    std::string why;
    if (order == 1 && !builder.finish_unigrams(why)) lines_.fail(why);
  }

  void read_ngram(ModelBuilder& builder, unsigned order, std::string_view line) {
    split_words(line, fields_);
    if (fields_.size() != order + 1 && fields_.size() != order + 2)
      lines_.fail("an entry of this section has a log probability, " + std::to_string(order) +
                  " words and perhaps a back-off; this line has " + std::to_string(fields_.size()) +
                  " fields");
    const float log10 = number(fields_[0], "log probability");
    if (log10 > 0.0f) lines_.fail("the log probability " + std::string(fields_[0]) + " is above 0");
    const float backoff =
        fields_.size() == order + 2 ? number(fields_[order + 1], "back-off") : 0.0f;
    if (order == 1) {
      if (!is_valid_utf8(fields_[1])) lines_.fail("the word is not valid UTF-8");
      if (!builder.add_unigram(fields_[1], log10, backoff))
        lines_.fail("the word \"" + excerpt(fields_[1]) + "\" was listed before");
      return;
    }
    WordId words[kMaxOrder];
    for (unsigned i = 0; i < order; ++i) {
      if (!builder.find_word(fields_[i + 1], words[i]))
        lines_.fail("the word \"" + excerpt(fields_[i + 1]) + "\" is not among the 1-grams");
    }
    if (!builder.add({words, order}, log10, backoff)) lines_.fail("this n-gram was listed before");
  }

  float number(std::string_view text, const char* what) const {
    if (text == "-inf" || text == "-Inf" || text == "-INF") return kMinusInfinity;
    const auto value = parse_number(text);
    if (!value) lines_.fail("\"" + excerpt(text) + "\" is not a " + what);
    if (std::abs(*value) > 1e4)
      lines_.fail("the " + std::string(what) + " " + std::string(text) + " is absurdly large");
    return static_cast<float>(*value);
  }

  LineReader lines_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::string_view> fields_;
  std::string_view current_;
  bool pending_ = false;
};

}  // namespace

ModelBuilder read_arpa(int fd, const std::string& name) {
  return ArpaReader(fd, name).read();
}

void write_arpa(const Model& model, int fd, const std::string& name) {
  Output out(fd, name);
  out.write("\\data\\\n");
  for (unsigned order = 1; order <= model.order(); ++order) {
    out.write("ngram " + std::to_string(order) + "=" +
              std::to_string(model.info().ngram_counts[order - 1]) + "\n");
  }
  // Words of each state, found from its context as the states come in order of length.
  std::vector<std::pair<StateId, WordId>> reached_by(model.state_count(), {0, 0});
  std::vector<WordId> words;
  for (unsigned order = 1; order <= model.order(); ++order) {
    out.write("\n\\" + std::to_string(order) + "-grams:\n");
    for (StateId state = model.info().first_state[order - 1];
         state < model.info().first_state[order]; ++state) {
      words.clear();
      for (StateId at = state; at != 0; at = reached_by[at].first)
        words.push_back(reached_by[at].second);
      std::reverse(words.begin(), words.end());
      const Model::State context = model.state(state);
      for (ArcId id = context.begin; id < context.end; ++id) {
        const auto [word, next, log10] = model.arc(id);
        const bool is_state = order < model.order() && next >= model.info().first_state[order];
        out.write(log10);
        out.write("\t");
        for (const WordId context : words) {
          out.write(model.vocabulary().word(context));
          out.write(" ");
        }
        out.write(model.vocabulary().word(word));
        if (is_state) {
          if (next >= reached_by.size()) model.file().corrupt("an arc leads nowhere");
          reached_by[next] = {state, word};
          out.write("\t");
          out.write(model.state(next).backoff);
        }
        out.write("\n");
      }
    }
  }
  out.write("\n\\end\\\n");
  out.flush();
}

}  // namespace ow::lm
