#include "phrases/signature.h"

#include <algorithm>
#include <array>

namespace ow {
namespace {

struct Class {
  char letter;
  std::string_view fine, coarse;  // names
  std::string_view tags;          // with blanks around each
};

// Proper nouns count as nouns: corpora and writers do not agree on capitals. The last group is made
// by rules only.
constexpr Class kClasses[] = {
    {'n', "NN", "N", " NN NNP "},
    {'m', "NNS", "N", " NNS NNPS "},
    {'p', "PRP", "PRP", " PRP EX "},
    {'d', "DT", "DT", " DT PDT PRP$ "},
    {'o', "POS", "POS", " POS "},
    {'a', "JJ", "J", " JJ "},
    {'b', "JJR", "J", " JJR "},
    {'s', "JJS", "J", " JJS "},
    {'c', "CD", "CD", " CD "},
    {'r', "RB", "RB", " RB RBR RBS "},
    {'i', "IN", "IN", " IN "},
    {'t', "TO", "TO", " TO "},
    {'u', "RP", "RP", " RP "},
    {'k', "CC", "CC", " CC "},
    {'w', "WH", "WH", " WDT WP WP$ WRB "},
    {'v', "VB", "V", " VB "},
    {'e', "VBP", "V", " VBP "},
    {'z', "VBZ", "V", " VBZ "},
    {'x', "VBD", "V", " VBD "},
    {'y', "VBN", "V", " VBN "},
    {'g', "VBG", "V", " VBG "},
    {'l', "MD", "MD", " MD "},

    {'N', "NP", "DP", ""},
    {'M', "NPS", "DP", ""},
    {'f', "MDVB", "V", ""},
    {'j', "INF", "INF", ""},
};
constexpr char kOther = '-';
constexpr std::string_view kOtherName = "X";

/// Words in a row, each of one of some classes, become what `result` says: classes, or by its digit
/// the word itself.
struct Rule {
  std::array<std::string_view, 3> words;
  std::string_view result;
};

// Each rule is applied as long as it can be before the next one has its turn.
constexpr Rule kRules[] = {
    // very quickly, exactly how, very important, good and useful
    {{"r", "r"}, "r"},
    {{"r", "w"}, "w"},
    {{"r", "abs"}, "1"},
    {{"a", "k", "a"}, "a"},
    {{"a", "a"}, "a"},
    {{"r", "k", "r"}, "r"},
    // green car, two cars, car door; the car; the car 's door; cars and drivers
    {{"absc", "nm"}, "1"},
    {{"nm", "nm"}, "1"},
    {{"d", "n"}, "N"},
    {{"d", "m"}, "M"},
    {{"nmNM", "o"}, "d"},
    {{"absc", "nm"}, "1"},
    {{"d", "nN"}, "N"},
    {{"d", "mM"}, "M"},
    {{"nm", "k", "nm"}, "m"},
    {{"nmNM", "k", "nmNM"}, "M"},
    // in spite of, on the basis of; in order to; at the time; the end of the day
    {{"i", "nmNM", "i"}, "i"},
    {{"i", "nm", "t"}, "t"},
    {{"i", "nmNMpg"}, "r"},
    {{"nmNM", "r"}, "0"},
    {{"r", "r"}, "r"},
    // often goes, goes often; will go; has gone, is going; takes off
    {{"r", "vezxygl"}, "1"},
    {{"vezxygl", "r"}, "0"},
    {{"l", "v"}, "f"},
    {{"vezxygf", "yg"}, "0"},
    {{"vezxygf", "u"}, "0"},
    {{"r", "f"}, "1"},
    {{"vezxygf", "r"}, "0"},
    // he goes: with its subject at hand, number does not matter any more; want to, would like to
    {{"pNMnm", "z"}, "0e"},
    {{"ef", "t"}, "l"},
    {{"l", "v"}, "f"},
    {{"t", "v"}, "j"},
    // takes place, is useful, wants to go, takes into account; `depends on` keeps its loose end
    {{"vezxygfj", "nmNMpabsj"}, "0"},
    {{"vezxygfj", "r"}, "0"},
};

bool matches(const Rule& rule, std::string_view classes) {
  for (std::size_t i = 0; i < rule.words.size() && !rule.words[i].empty(); ++i) {
    if (i >= classes.size() || rule.words[i].find(classes[i]) == std::string_view::npos)
      return false;
  }
  return true;
}

void apply(const Rule& rule, std::string& classes) {
  const std::size_t length = rule.words[2].empty() ? 2 : 3;
  for (std::size_t at = 0; at + length <= classes.size();) {
    const std::string_view rest = std::string_view(classes).substr(at);
    if (!matches(rule, rest)) {
      ++at;
      continue;
    }
    std::string result;
    for (const char letter : rule.result)
      result +=
          letter >= '0' && letter <= '2' ? rest[static_cast<std::size_t>(letter - '0')] : letter;
    classes.replace(at, length, result);
    at -= std::min(at, length - 1);  // what came out may be the end of another match
  }
}

char class_of(std::string_view tag) {
  const std::string word = ' ' + std::string(tag) + ' ';
  for (const Class& each : kClasses) {
    if (each.tags.find(word) != std::string_view::npos) return each.letter;
  }
  return kOther;
}

std::string_view name_of(char letter, Detail detail) {
  for (const Class& each : kClasses) {
    if (each.letter == letter) return detail == Detail::kFine ? each.fine : each.coarse;
  }
  return kOtherName;
}

std::string reduced(std::string_view classes) {
  std::string result(classes);
  for (const Rule& rule : kRules) apply(rule, result);
  return result;
}

std::string names_of(std::string_view classes, Detail detail) {
  std::string names;
  for (const char letter : classes) {
    if (!names.empty()) names += '+';
    names += name_of(letter, detail);
  }
  return names;
}

}  // namespace

std::string classes_of(std::span<const std::string_view> tags) {
  std::string classes;
  for (const std::string_view tag : tags) classes += class_of(tag);
  return classes;
}

std::string signature_of(std::string_view classes, Detail detail) {
  return names_of(reduced(classes), detail);
}

bool SpanFilter::fits(std::size_t begin, std::size_t end, std::string_view list) {
  if (list.empty()) return true;
  if (begin != begin_ || end != end_) {
    const std::string classes = reduced(std::string_view(classes_).substr(begin, end - begin));
    fine_ = names_of(classes, Detail::kFine);
    coarse_ = names_of(classes, Detail::kCoarse);
    begin_ = begin;
    end_ = end;
  }
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const std::string_view signature = list.substr(at, comma - at);
    if (signature == fine_ || signature == coarse_) return true;
    at = comma + 1;
  }
  return false;
}

}  // namespace ow
