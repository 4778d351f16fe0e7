#include "analysis/lesson.h"

#include <algorithm>
#include <cmath>

#include "analysis/oracle.h"

namespace ow::analysis {
namespace {

/// Turns scores into probabilities; returns the log of what they were divided by.
void make_probable(float* scores, std::size_t size) {
  const float highest = *std::max_element(scores, scores + size);
  float sum = 0.0f;
  for (std::size_t i = 0; i < size; ++i) sum += scores[i] = std::exp(scores[i] - highest);
  for (std::size_t i = 0; i < size; ++i) scores[i] /= sum;
}

double surprise(float probability) {
  return -std::log(std::max(static_cast<double>(probability), 1e-30));
}

/// The gradients of a matrix and its bias, and of its inputs.
void go_back(const Linear& linear, const Weights& weights, Strided inputs, std::size_t rows,
             const float* change, float* input_change, Gradient& gradient) {
  add_product(inputs.transposed(), linear.inputs, rows, change, linear.outputs,
              gradient.parameters.data() + linear.weights);
  float* bias = gradient.parameters.data() + linear.bias;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < linear.outputs; ++j) bias[j] += change[i * linear.outputs + j];
  add_product({change, linear.outputs}, rows, linear.outputs,
              weights.transposed.data() + linear.weights, linear.inputs, input_change);
}

}  // namespace

void Weights::transpose(const Layout& layout) {
  transposed.resize(parameters.size());
  const auto turn = [&](const Linear& linear) {
    for (std::size_t i = 0; i < linear.inputs; ++i)
      for (std::size_t j = 0; j < linear.outputs; ++j)
        transposed[linear.weights + j * linear.inputs + i] =
            parameters[linear.weights + i * linear.outputs + j];
  };
  for (const Linear& layer : layout.layers) turn(layer);
  for (const Linear* linear :
       {&layout.tags, &layout.entities, &layout.slots, &layout.moves, &layout.left, &layout.right})
    turn(*linear);
}

Losses& Losses::operator+=(const Losses& other) {
  tags += other.tags;
  entities += other.entities;
  moves += other.moves;
  relations += other.relations;
  words += other.words;
  states += other.states;
  return *this;
}

void Gradient::clear(const Layout& layout) {
  parameters.assign(layout.size, 0.0f);
  rows.clear();
  vectors.clear();
}

Lesson::Lesson(const Shape& shape, const Layout& layout, const Weights& weights)
    : shape_(shape),
      layout_(layout),
      weights_(weights),
      network_(shape, layout, weights.parameters) {}

Losses Lesson::learn(const Taught& sentence, bool explore, Gradient& gradient) {
  const std::size_t words = sentence.size(), width = shape_.width;
  encoding_.begin(words, shape_);
  for (std::size_t i = 0; i < words; ++i) {
    float* vector = encoding_.vector(0, static_cast<std::ptrdiff_t>(i));
    for (const std::uint32_t row : sentence.rows[i])
      for (std::size_t k = 0; k < width; ++k) vector[k] += weights_.rows[row * width + k];
  }
  encoding_.run(layout_, weights_.parameters);
  change_.assign(words * width, 0.0f);
  Losses losses;
  losses.words = words;
  losses.tags = classify(layout_.tags, shape_.tags, sentence.tags, gradient);
  losses.entities = classify(layout_.entities, shape_.entities, sentence.entities, gradient);
  follow(sentence, explore, gradient, losses);
  back_from_parser(gradient);
  back_to_words(sentence, gradient);
  return losses;
}

double Lesson::classify(const Linear& linear, std::uint32_t classes,
                        std::span<const std::uint8_t> right, Gradient& gradient) {
  scores_.resize(right.size() * linear.outputs);
  apply(linear, weights_.parameters, encoding_.last(), right.size(), scores_.data());
  double loss = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    float* scores = scores_.data() + i * linear.outputs;
    if (right[i] == kUnknown) {
      std::fill_n(scores, linear.outputs, 0.0f);
      continue;
    }
    make_probable(scores, classes);
    std::fill(scores + classes, scores + linear.outputs, 0.0f);
    loss += surprise(scores[right[i]]);
    scores[right[i]] -= 1.0f;
  }
  go_back(linear, weights_, encoding_.last(), right.size(), scores_.data(), change_.data(),
          gradient);
  return loss;
}

void Lesson::follow(const Taught& sentence, bool explore, Gradient& gradient, Losses& losses) {
  const std::size_t hidden = shape_.hidden, outputs = layout_.moves.outputs;
  network_.begin(encoding_.last(), sentence.size());
  arcs_.begin(static_cast<std::int32_t>(sentence.size()));
  states_.clear();
  hidden_.resize(2 * sentence.size() * hidden);
  move_change_.assign(2 * sentence.size() * outputs, 0.0f);
  while (!arcs_.done()) {
    const std::size_t number = states_.size();
    float* layer = hidden_.data() + number * hidden;
    float* change = move_change_.data() + number * outputs;
    const auto slots = arcs_.slots();
    network_.hidden_of(slots, layer);
    network_.score_moves(layer, change);

    const auto costs = costs_of(arcs_, sentence.heads);
    const std::int32_t least = *std::min_element(costs.begin(), costs.end());
    const Move own = best_move(arcs_, change);
    int taught = -1;
    for (int move = 0; move < kMoves; ++move) {
      if (!arcs_.can(static_cast<Move>(move))) change[move] = -1e30f;
      if (costs[static_cast<std::size_t>(move)] == least &&
          (taught < 0 || change[move] > change[taught]))
        taught = move;
    }
    make_probable(change, kMoves);
    std::fill(change + kMoves, change + outputs, 0.0f);
    float right = 0.0f;  // what all good moves have together
    for (std::size_t move = 0; move < kMoves; ++move)
      if (costs[move] == least) right += change[move];
    losses.moves += surprise(right);
    for (std::size_t move = 0; move < kMoves; ++move)
      if (costs[move] == least) change[move] -= change[move] / std::max(right, 1e-20f);

    State state;
    for (std::size_t slot = 0; slot < kSlots; ++slot)
      state.rows[slot] = network_.row_of(slots[slot]);
    state.made = explore ? own : static_cast<Move>(taught);
    state.relation = kUnknown;
    if (state.made != kShift) {
      const auto word = static_cast<std::size_t>(arcs_.dependent());
      const std::int32_t head = arcs_.head(state.made);
      if (head == sentence.heads[word] && head != arcs_.size())
        state.relation = sentence.relations[word];
    }
    states_.push_back(state);
    arcs_.make(state.made);
  }
  losses.states = states_.size();
  hidden_change_.assign(states_.size() * hidden, 0.0f);
  go_back(layout_.moves, weights_, {hidden_.data(), hidden}, states_.size(), move_change_.data(),
          hidden_change_.data(), gradient);
  losses.relations = relate(kLeft, gradient) + relate(kRight, gradient);
}

/// Learns the relations of the right arcs that were made in one direction.
double Lesson::relate(Move move, Gradient& gradient) {
  const Linear& linear = move == kLeft ? layout_.left : layout_.right;
  const std::size_t hidden = shape_.hidden;
  const auto counts = [&](const State& state) {
    return state.made == move && state.relation != kUnknown;
  };
  chosen_.clear();
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (counts(states_[i]))
      chosen_.insert(chosen_.end(), hidden_.data() + i * hidden, hidden_.data() + (i + 1) * hidden);
  const std::size_t rows = chosen_.size() / hidden;
  scores_.resize(rows * linear.outputs);
  apply(linear, weights_.parameters, {chosen_.data(), hidden}, rows, scores_.data());
  double loss = 0;
  std::size_t row = 0;
  for (const State& state : states_) {
    if (!counts(state)) continue;
    float* scores = scores_.data() + row++ * linear.outputs;
    make_probable(scores, shape_.relations);
    std::fill(scores + shape_.relations, scores + linear.outputs, 0.0f);
    loss += surprise(scores[state.relation]);
    scores[state.relation] -= 1.0f;
  }
  chosen_change_.assign(rows * hidden, 0.0f);
  go_back(linear, weights_, {chosen_.data(), hidden}, rows, scores_.data(), chosen_change_.data(),
          gradient);
  row = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!counts(states_[i])) continue;
    for (std::size_t k = 0; k < hidden; ++k)
      hidden_change_[i * hidden + k] += chosen_change_[row * hidden + k];
    ++row;
  }
  return loss;
}

void Lesson::back_from_parser(Gradient& gradient) {
  const std::size_t hidden = shape_.hidden, columns = kSlots * hidden;
  const std::size_t words = encoding_.words();
  contributions_.assign((words + 2) * columns, 0.0f);
  float* bias = gradient.parameters.data() + layout_.hidden_bias;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    float* change = hidden_change_.data() + i * hidden;
    const float* layer = hidden_.data() + i * hidden;
    for (std::size_t k = 0; k < hidden; ++k) {
      if (layer[k] <= 0.0f) change[k] = 0.0f;
      bias[k] += change[k];
    }
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      float* sum = contributions_.data() + states_[i].rows[slot] * columns + slot * hidden;
      for (std::size_t k = 0; k < hidden; ++k) sum[k] += change[k];
    }
  }
  for (std::size_t k = 0; k < columns; ++k) {
    gradient.parameters[layout_.root + k] += contributions_[words * columns + k];
    gradient.parameters[layout_.empty + k] += contributions_[(words + 1) * columns + k];
  }
  go_back(layout_.slots, weights_, encoding_.last(), words, contributions_.data(), change_.data(),
          gradient);
}

void Lesson::back_to_words(const Taught& sentence, Gradient& gradient) {
  const std::size_t words = sentence.size(), width = shape_.width;
  for (std::size_t layer = shape_.depth; layer-- > 0;) {
    // What was added goes back through the layer, the rest goes down as it is.
    const float* added = encoding_.added(layer);
    scores_.resize(words * width);
    for (std::size_t k = 0; k < scores_.size(); ++k)
      scores_[k] = added[k] > 0.0f ? change_[k] : 0.0f;
    window_.assign(words * 3 * width, 0.0f);
    go_back(layout_.layers[layer], weights_, encoding_.windows(layer), words, scores_.data(),
            window_.data(), gradient);
    for (std::size_t i = 0; i < words; ++i) {
      const float* window = window_.data() + i * 3 * width;
      for (std::size_t k = 0; k < width; ++k) {
        if (i > 0) change_[(i - 1) * width + k] += window[k];
        change_[i * width + k] += window[width + k];
        if (i + 1 < words) change_[(i + 1) * width + k] += window[2 * width + k];
      }
    }
  }
  gradient.rows.insert(gradient.rows.end(), sentence.rows.begin(), sentence.rows.end());
  gradient.vectors.insert(gradient.vectors.end(), change_.begin(), change_.end());
}

}  // namespace ow::analysis
