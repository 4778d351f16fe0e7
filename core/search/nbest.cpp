#include "search/nbest.h"

#include <algorithm>
#include <charconv>

namespace ow {
namespace {

void append_number(double number, std::string& out) {
  char digits[64];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 9);
  out += ' ';
  out.append(digits, end.ptr);
}

}  // namespace

void append_nbest(const LatticeMaker& maker, const Decoded& decoded, std::uint64_t index,
                  std::string& out) {
  std::vector<std::vector<double>> features;  // by table, then score
  for (const WeightedTable& source : maker.tables()) features.emplace_back(source.weights.size());
  for (const Derivation& derivation : decoded.derivations) {
    for (auto& sums : features) std::fill(sums.begin(), sums.end(), 0.0);
    double self = 0.0, unknown = 0.0;
    for (const std::uint32_t id : derivation.edges) {
      const UsedEdge& edge = decoded.edges[id];
      if (edge.table == kSelfTable) {
        self += *maker.scores().self;
      } else if (edge.table == kUnknownTable) {
        unknown += edge.score;
      } else {
        for (std::size_t i = 0; i < edge.features.size(); ++i)
          features[edge.table][i] += edge.features[i];
      }
    }
    out += std::to_string(index);
    out += " ||| ";
    out += derivation.text;
    out += " ||| LM0=";
    append_number(derivation.lm, out);
    for (std::size_t table = 0; table < features.size(); ++table) {
      out += " TranslationModel" + std::to_string(table) + "=";
      for (const double sum : features[table]) append_number(sum, out);
    }
    if (maker.scores().self) {
      out += " SelfEdge0=";
      append_number(self, out);
    }
    if (unknown != 0.0) {
      out += " UnknownWordPenalty0=";
      append_number(unknown, out);
    }
    if (derivation.global_score) {
      out += " Model0=";
      append_number(derivation.score, out);
    }
    out += " |||";
    append_number(derivation.global_score.value_or(derivation.score), out);
    out += '\n';
  }
}

}  // namespace ow
