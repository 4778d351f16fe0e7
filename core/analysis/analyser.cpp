#include "analysis/analyser.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

#include "analysis/encoder.h"
#include "analysis/format.h"
#include "analysis/parser.h"
#include "base/error.h"
#include "base/lines.h"
#include "base/parallel.h"

namespace ow::analysis {
namespace {

constexpr std::size_t kBatch = 64;  // sentences that a thread takes at a time

template <class T>
std::span<const T> all_of(const Container& file, std::uint32_t section) {
  const View<T> view = file.section<T>(section);
  return view.range(0, view.size());
}

Shape read_shape(const Container& file) {
  const auto shapes = all_of<Shape>(file, format::kShape);
  if (shapes.size() != 1) file.corrupt("it says nothing about its network");
  const Shape shape = shapes[0];
  if (!is_possible(shape)) file.corrupt("its network has an impossible shape");
  return shape;
}

ClassNames read_names(const Container& file, const Shape& shape) {
  const auto bytes = all_of<char>(file, format::kNames);
  if (!is_valid_utf8({bytes.data(), bytes.size()})) file.corrupt("its names are not UTF-8");
  std::vector<std::string> all(1);
  for (const char byte : bytes) {
    if (byte == '\n')
      all.emplace_back();
    else
      all.back() += byte;
  }
  if (all.size() != std::size_t{shape.tags} + shape.entities + shape.relations + 1)
    file.corrupt("its names are not as many as its classes");
  const auto entities = all.begin() + shape.tags, relations = entities + shape.entities;
  ClassNames names{{all.begin(), entities}, {entities, relations}, {relations, all.end() - 1}};
  names.relations.emplace_back(Analyser::kRoot);
  names.entities.emplace_back(Analyser::kAddress);
  return names;
}

/// For each entity the one that begins one of its kind, itself if there is none.
std::vector<std::uint8_t> read_beginnings(const std::vector<std::string>& entities) {
  std::vector<std::uint8_t> beginnings;
  for (const std::string& entity : entities) {
    const std::string beginning = entity.starts_with("I-") ? "B-" + entity.substr(2) : entity;
    auto found = std::find(entities.begin(), entities.end(), beginning);
    if (found == entities.end()) found = std::find(entities.begin(), entities.end(), entity);
    beginnings.push_back(static_cast<std::uint8_t>(found - entities.begin()));
  }
  return beginnings;
}

KnownWords read_words(const Container& file, std::size_t rows) {
  const auto places = all_of<KnownWords::Place>(file, format::kPlaces);
  std::uint32_t known = 1;
  for (const KnownWords::Place& place : places)
    if (place.hash != 0) known = std::max(known, place.row < rows ? place.row + 1 : 0xFFFFFFFFu);
  if (!std::has_single_bit(places.size()) || row_count(known) != rows)
    file.corrupt("its words do not fit its vectors");
  return {places, known};
}

std::size_t best_of(const float* scores, std::size_t size) {
  return static_cast<std::size_t>(std::max_element(scores, scores + size) - scores);
}

}  // namespace

Analyser::Analyser(std::string path)
    : file_(std::make_unique<Container>(std::move(path), format::kKind)),
      // All of it is verified now: it is small, and spans are quicker than views.
      shape_(read_shape(*file_)),
      layout_(shape_),
      names_(read_names(*file_, shape_)),
      beginnings_(read_beginnings(names_.entities)),
      rows_(all_of<std::int8_t>(*file_, format::kRows)),
      scales_(all_of<float>(*file_, format::kScales)),
      parameters_(all_of<float>(*file_, format::kParameters)),
      lemmas_(*file_, all_of<LemmaRules::Rule>(*file_, format::kRules),
              all_of<char>(*file_, format::kEndings)) {
  known_ = read_words(*file_, scales_.size());
  if (rows_.size() != scales_.size() * shape_.width || parameters_.size() != layout_.size)
    file_->corrupt("its parameters are not as many as its network needs");
  for (const std::span<const float> numbers : {scales_, parameters_})
    if (!std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); }))
      file_->corrupt("a parameter of its network is no number");
}

/// Analyses one sentence after the other.
class Analyser::Worker {
 public:
  explicit Worker(const Analyser& analyser)
      : analyser_(analyser), network_(analyser.shape_, analyser.layout_, analyser.parameters_) {}

  void add(std::span<const std::string_view> words, const Wanted& wanted, Analyses& found) {
    if (words.empty()) return;
    const Shape& shape = analyser_.shape_;
    read(words, wanted);
    encoding_.run(analyser_.layout_, analyser_.parameters_);
    classify(analyser_.layout_.tags, shape.tags, words.size(), found.tags);
    if (wanted.lemmas) {
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint8_t tag = found.tags[found.tags.size() - words.size() + i];
        analyser_.lemmas_.append(words[i], lower_.view()[i], tag, found.lemmas.bytes);
        found.lemmas.end_text();
      }
    }
    if (wanted.entities) {
      classify(analyser_.layout_.entities, shape.entities, words.size(), found.entities);
      mend_entities(std::span(found.entities).last(words.size()));
    }
    if (wanted.trees) parse(words.size(), found);
  }

 private:
  void read(std::span<const std::string_view> words, const Wanted& wanted) {
    const std::size_t width = analyser_.shape_.width;
    encoding_.begin(words.size(), analyser_.shape_);
    lower_ = {};
    is_address_.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
      reader_.read(words[i]);
      if (wanted.lemmas) lower_.add(reader_.lower());
      if (wanted.entities) is_address_.push_back(reader_.is_address());
      float* vector = encoding_.vector(0, static_cast<std::ptrdiff_t>(i));
      for (const std::uint32_t row : reader_.rows(analyser_.known_)) {
        const float scale = analyser_.scales_[row];
        const std::int8_t* numbers = analyser_.rows_.data() + row * width;
        for (std::size_t k = 0; k < width; ++k) vector[k] += scale * static_cast<float>(numbers[k]);
      }
    }
  }

  void classify(const Linear& linear, std::uint32_t classes, std::size_t words,
                std::vector<std::uint8_t>& found) {
    scores_.resize(words * linear.outputs);
    apply(linear, analyser_.parameters_, encoding_.last(), words, scores_.data());
    for (std::size_t i = 0; i < words; ++i)
      found.push_back(
          static_cast<std::uint8_t>(best_of(scores_.data() + i * linear.outputs, classes)));
  }

  /// What goes on must have begun; addresses are known by their characters.
  void mend_entities(std::span<std::uint8_t> entities) const {
    const std::vector<std::uint8_t>& beginnings = analyser_.beginnings_;
    for (std::size_t i = 0; i < entities.size(); ++i) {
      const std::uint8_t begun = beginnings[entities[i]];
      if (is_address_[i])
        entities[i] = static_cast<std::uint8_t>(analyser_.shape_.entities);
      else if (i == 0 || beginnings[entities[i - 1]] != begun)
        entities[i] = begun;
    }
  }

  void parse(std::size_t words, Analyses& found) {
    const auto root = static_cast<std::int32_t>(words);
    const std::uint32_t relations = analyser_.shape_.relations;
    network_.begin(encoding_.last(), words);
    arcs_.begin(root);
    hidden_.resize(analyser_.shape_.hidden);
    const std::size_t begin = found.relations.size();
    found.relations.resize(begin + words);
    std::array<float, padded(kMoves)> scores;
    while (!arcs_.done()) {
      network_.hidden_of(arcs_.slots(), hidden_.data());
      network_.score_moves(hidden_.data(), scores.data());
      const Move move = best_move(arcs_, scores.data());
      if (move != kShift) {
        const bool top = arcs_.head(move) == root;
        found.relations[begin + static_cast<std::size_t>(arcs_.dependent())] =
            top ? static_cast<std::uint8_t>(relations)
                : network_.best_relation(move, hidden_.data(), relations);
      }
      arcs_.make(move);
    }
    for (std::int32_t word = 0; word < root; ++word) {
      const std::int32_t head = arcs_.heads()[static_cast<std::size_t>(word)];
      found.heads.push_back(head == root ? word : head);
    }
  }

  const Analyser& analyser_;
  WordReader reader_;
  Encoding encoding_;
  ParserNetwork network_;
  Arcs arcs_;
  Texts lower_;
  std::vector<std::uint8_t> is_address_;
  std::vector<float> scores_, hidden_;
};

Analyses Analyser::analyse(const Sentences& sentences, const Wanted& wanted,
                           unsigned threads) const {
  Analyses all;
  const std::size_t batches = (sentences.size() + kBatch - 1) / kBatch;
  for_each_in_order(
      batches, threads,
      [&](std::size_t batch) {
        Analyses part;
        Worker worker(*this);
        const std::size_t end = std::min(sentences.size(), (batch + 1) * kBatch);
        for (std::size_t i = batch * kBatch; i < end; ++i) {
          const auto from = static_cast<std::size_t>(sentences.offsets[i]);
          const auto to = static_cast<std::size_t>(sentences.offsets[i + 1]);
          worker.add(std::span(sentences.words).subspan(from, to - from), wanted, part);
        }
        return part;
      },
      [&](std::size_t, Analyses&& part) {
        const auto append = [](auto& whole, const auto& more) {
          whole.insert(whole.end(), more.begin(), more.end());
        };
        append(all.tags, part.tags);
        append(all.relations, part.relations);
        append(all.entities, part.entities);
        append(all.heads, part.heads);
        for (std::size_t i = 0; i < part.lemmas.size(); ++i) all.lemmas.add(part.lemmas.view()[i]);
      });
  return all;
}

void write_analyser(const Trained& trained, const ClassNames& names, const LemmaRules& lemmas,
                    const std::string& path) {
  const std::size_t width = trained.shape.width, count = trained.rows.size() / width;
  std::vector<std::int8_t> rows(trained.rows.size());
  std::vector<float> scales(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float* numbers = trained.rows.data() + i * width;
    float most = 0.0f;
    for (std::size_t k = 0; k < width; ++k) most = std::max(most, std::abs(numbers[k]));
    scales[i] = most / 127.0f;
    for (std::size_t k = 0; k < width && most > 0.0f; ++k)
      rows[i * width + k] = static_cast<std::int8_t>(std::lround(numbers[k] / scales[i]));
  }
  std::string text;
  for (const auto& [kind, classes] : {std::pair{&names.tags, trained.shape.tags},
                                      {&names.entities, trained.shape.entities},
                                      {&names.relations, trained.shape.relations}}) {
    if (kind->size() != classes) throw Error("there must be as many names as classes");
    for (const std::string& name : *kind) {
      if (name.find('\n') != std::string::npos || !is_valid_utf8(name))
        throw Error("the name of a class must be one line of UTF-8");
      text += name + '\n';
    }
  }
  ContainerWriter file(path, format::kKind);
  file.add_section(format::kShape, std::span<const Shape>(&trained.shape, 1));
  file.add_section(format::kNames, std::span<const char>(text));
  file.add_section(format::kPlaces, places_for(trained.known));
  file.add_section(format::kRows, rows);
  file.add_section(format::kScales, scales);
  file.add_section(format::kParameters, trained.parameters);
  file.add_section(format::kRules, lemmas.rules());
  file.add_section(format::kEndings, lemmas.endings());
  file.commit();
}

}  // namespace ow::analysis
