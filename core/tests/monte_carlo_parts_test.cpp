#include <doctest/doctest.h>

#include <set>

#include "base/error.h"
#include "random_task.h"
#include "search/monte_carlo.h"
#include "search/monte_carlo_formulas.h"
#include "search/monte_carlo_leaves.h"
#include "search/monte_carlo_rollout.h"
#include "search/monte_carlo_tree.h"

namespace ow {
namespace {

using namespace monte_carlo;
using Mode = MonteCarloMode;

TEST_CASE("formulas by hand") {
  CHECK(rave_share(1000, 0) == 1.0);
  CHECK(rave_share(1000, 1000) == 0.5);  // the meaning of k
  CHECK(rave_share(1000, 3000) == doctest::Approx(0.316228));
  CHECK(rave_share(0, 10) == 0.0);
  // ln 100 / 10 = 0.460517; the variance can be anything up to 1/4: sqrt(0.460517 / 4).
  CHECK(exploration_bonus(std::log(100.0f), 10, 0.05f) == doctest::Approx(0.339307));
  // ln 20000 / 10000 = 0.00099035; 0.05 + sqrt(0.0019807) = 0.094505.
  CHECK(exploration_bonus(std::log(20'000.0f), 10'000, 0.05f) == doctest::Approx(0.0096744));
  CHECK(with_prior(0.8f, 3, 0.2f, 1) == doctest::Approx(0.65));
  CHECK(with_prior(0.8f, 3, 0.2f, 0) == doctest::Approx(0.8));
  CHECK(is_settled(4, 100, 0.95));
  CHECK_FALSE(is_settled(6, 100, 0.95));
  Scale scale;
  CHECK(scale.add(-10));
  CHECK(scale.place(-10) == 0.0f);
  CHECK(scale.add(-6));  // from the mean, -8, to -6
  CHECK(scale.place(-7) == doctest::Approx(0.5));
  CHECK(scale.place(-9) == 0.0f);
  CHECK(scale.place(-1) == 1.0f);
  CHECK(scale.variance(2.0f) == doctest::Approx(0.5));
  CHECK_FALSE(scale.add(-9));
}

TEST_CASE("random numbers repeat by seed and stream, and are spread evenly") {
  Random one(7, 1), same(7, 1), other(7, 2);
  unsigned equal = 0;
  std::array<unsigned, 10> counts{};
  double sum = 0.0;
  for (unsigned i = 0; i < 10'000; ++i) {
    const std::uint64_t number = one.next();
    CHECK(number == same.next());
    equal += number == other.next();
    ++counts[other.below(10)];
    sum += other.share();
  }
  CHECK(equal == 0);
  for (const unsigned count : counts) CHECK(std::abs(static_cast<int>(count) - 1000) < 150);
  CHECK(sum / 10'000 == doctest::Approx(0.5).epsilon(0.03));
}

/// "take the old plan into account now" with a collocation around "the old plan", an edge for each
/// word to itself and rules inside and beside.
struct Collocation {
  tests::TemporaryFolder folder;
  std::unique_ptr<lm::Model> model;
  Lattice lattice;
  std::vector<WordId> lm_words;
  std::vector<std::int32_t> carried;
  static constexpr std::uint32_t kConsider = 7, kMind = 8, kScheme = 9, kToday = 10, kOver = 11;

  Collocation() {
    std::string arpa = "\\data\\\nngram 1=3\n\n\\1-grams:\n0\t<s>\n-1\t</s>\n-1\t<unk>\n";
    model = tests::model_from(arpa + "\n\\end\\\n", folder.file("lm"));
    const std::vector<std::string_view> sentence{"take", "the",     "old", "plan",
                                                 "into", "account", "now"};
    lattice.reset(sentence);
    for (std::uint32_t i = 0; i < sentence.size(); ++i) add(i, i + 1, {sentence[i]}, {-1}, -1.0);
    add(0, 6, {"consider", "the", "old", "plan"}, {-1, 1, 2, 3}, -2.0);
    add(0, 6, {"keep", "the", "old", "plan", "in", "mind"}, {-1, 1, 2, 3, -1, -1}, -3.0);
    add(2, 4, {"scheme"}, {-1}, -1.5);
    add(6, 7, {"today"}, {-1}, -0.5);
    add(3, 5, {"plan", "over"}, {-1, -1}, -0.5);
    for (LocalWord word = 0; word < lattice.word_count(); ++word)
      lm_words.push_back(model->word(lattice.text(word)));
    lattice.finish(lm_words);
  }
  void add(std::uint32_t begin, std::uint32_t end, std::vector<std::string_view> target,
           std::vector<std::int32_t> tokens, double score) {
    std::vector<LocalWord> words;
    for (const std::string_view text : target) words.push_back(lattice.intern(text));
    lattice.add(begin, end, words, 0, {}, score, 0.0);
    carried.insert(carried.end(), tokens.begin(), tokens.end());
  }
  Task task(double lm_weight = 1.0) const {
    return {&lattice, model.get(), lm_weight, lm_words, carried};
  }
  RuleId rule(const Rules& rules, std::uint32_t edge) const {
    for (RuleId rule = 0; rule < rules.size(); ++rule)
      if (rules[rule].edge == edge) return rule;
    return Rules::kNone;
  }
};

TEST_CASE("an edge that keeps the order of words it carries along is a rule of several pieces") {
  const Collocation example;
  Rules rules;
  rules.make(example.task(), Mode::kTrueScore);
  CHECK(rules.size() == 5);  // those that change something
  CHECK(rules.base() == -7.0);
  const RuleId consider = example.rule(rules, Collocation::kConsider);
  const RuleId scheme = example.rule(rules, Collocation::kScheme);
  const RuleId over = example.rule(rules, Collocation::kOver);
  const RuleId mind = example.rule(rules, Collocation::kMind);
  REQUIRE(rules[consider].is_gapped());
  CHECK(rules[consider].gain == 4.0);  // -2 in place of six words that stay
  CHECK(rules[scheme].gain == 0.5);
  const Piece& verb = rules.piece(rules[consider].first_piece);
  const Piece& rest = rules.piece(rules[consider].first_piece + 1);
  CHECK(verb.begin == 0);
  CHECK(verb.end == 1);
  CHECK(rest.begin == 4);
  CHECK(rest.end == 6);
  CHECK(rest.word_count == 0);

  Rewriting sentence;
  sentence.start(rules);
  sentence.apply(consider);
  CHECK(sentence.fits(scheme));
  CHECK_FALSE(sentence.fits(over));  // half inside
  CHECK_FALSE(sentence.fits(mind));
  CHECK(sentence.fits(example.rule(rules, Collocation::kToday)));
  sentence.apply(scheme);
  Leaves leaves;
  leaves.start(example.task(), rules, Mode::kTrueScore);
  CHECK(leaves.text(sentence) == "consider the scheme now");
  // No edge of the lattice makes it: -7 + 4 + 0.5, and ln 0.1 for four words and the end.
  CHECK(leaves.score(sentence) == doctest::Approx(-2.5 + 5 * std::log(0.1)));
  const Answer answer = leaves.answer(sentence);
  CHECK(answer.score == doctest::Approx(-2.5 + 5 * std::log(0.1)));
  CHECK(answer.edges ==
        std::vector<std::uint32_t>{Collocation::kConsider, Collocation::kScheme, 6});
  // Alone it is an edge of the lattice.
  sentence.start(rules);
  sentence.apply(consider);
  CHECK(leaves.score(sentence) == doctest::Approx(-3.0 + 6 * std::log(0.1)));
}

TEST_CASE("words that come in without others going out take a neighbour along") {
  Collocation example;
  example.lattice.reset(std::vector<std::string_view>{"a", "b", "c", "d"});
  example.carried.clear();
  example.add(0, 4, {"x", "b", "new", "c", "y"}, {-1, 1, -1, 2, -1}, 0.0);
  example.add(0, 4, {"x", "c", "b", "y"}, {-1, 2, 1, -1}, 0.0);  // another order
  example.lm_words.assign(example.lattice.word_count(), 0);
  example.lattice.finish(example.lm_words);
  Rules rules;
  rules.make(example.task(), Mode::kReward);
  REQUIRE(rules.size() == 2);
  REQUIRE(rules[0].piece_count == 3);
  const Piece& middle = rules.piece(rules[0].first_piece + 1);
  CHECK(middle.begin == 1);
  CHECK(middle.end == 2);
  CHECK(rules.words(middle).size() == 2);
  CHECK(example.lattice.text(rules.words(middle)[0]) == "b");
  CHECK(example.lattice.text(rules.words(middle)[1]) == "new");
  CHECK_FALSE(rules[1].is_gapped());
}

TEST_CASE("the best string may need rules between the pieces of another") {
  const Collocation example;
  for (const Mode mode : {Mode::kTrueScore, Mode::kTranslator}) {
    MonteCarloOptions options;
    options.mode = mode;
    options.episodes = 3000;
    const SearchResult result = search_monte_carlo(example.task(), 1, options, {});
    REQUIRE(result.answers.size() == 1);
    // consider the scheme today: -7 + 4 + 0.5 + 0.5
    CHECK(result.answers[0].score == doctest::Approx(-2.0 + 5 * std::log(0.1)));
  }
}

TEST_CASE("the reward is the ratio to the source, and identity is as likely as the best rule") {
  const Collocation example;
  Rules rules;
  rules.make(example.task(), Mode::kReward);
  Leaves leaves;
  leaves.start(example.task(), rules, Mode::kReward);
  const RuleId consider = example.rule(rules, Collocation::kConsider);
  const RuleId mind = example.rule(rules, Collocation::kMind);
  CHECK(rules[consider].gain == 0.0);  // the best for its source
  CHECK(rules[mind].gain == -1.0);
  Rewriting sentence;
  sentence.start(rules);
  CHECK(leaves.score(sentence) == doctest::Approx(0.0));
  sentence.apply(mind);  // as many words as before
  CHECK(leaves.score(sentence) == doctest::Approx(-1.0));
  sentence.start(rules);
  sentence.apply(consider);  // shorter, so likelier than the source: no better than it
  CHECK(leaves.sum(sentence) > 1.0);
  CHECK(leaves.score(sentence) == 0.0);
  CHECK(leaves.second_score(sentence) == rules[consider].gain);
}

TEST_CASE("fluency, true scores and keys of random sentences are those of slow definitions") {
  const tests::TemporaryFolder folder;
  std::mt19937 random(5);
  for (unsigned round = 0; round < 60; ++round) {
    const unsigned letters = 2 + round % 3;
    const auto model = tests::model_from(
        tests::random_arpa(random, 1 + round % lm::kMaxOrder, letters), folder.file("lm"));
    const tests::RandomTask made(random, *model, letters, 1 + round % 12, 4 + round % 30,
                                 round % 2 == 0, false, -5.0, 0.7, round % 3 > 0);
    Rules rules;
    rules.make(made.task, Mode::kTrueScore);
    Leaves leaves;
    leaves.start(made.task, rules, Mode::kTrueScore);
    Fluency fluency;
    fluency.start(made.task, rules);
    TrueScoreWorkspace workspace;
    Rollout rollout;
    Random numbers(round);
    std::vector<RuleId> all;
    for (RuleId rule = 0; rule < rules.size(); ++rule) all.push_back(rule);
    std::map<std::vector<LocalWord>, std::uint64_t> keys;
    std::set<std::uint64_t> different;
    Rewriting sentence;
    std::vector<LocalWord> words;
    for (unsigned i = 0; i < 60; ++i) {
      sentence.start(rules);
      rollout.change(sentence, all, i % 2 == 0 ? 0.0 : 0.3, numbers);
      std::vector<unsigned> covered(rules.length(), 0);
      for (const RuleId rule : sentence.applied())
        for (std::uint32_t p = rules[rule].begin; p < rules[rule].end; ++p) ++covered[p];
      for (const unsigned count : covered) CHECK(count <= 1);
      leaves.words(sentence, words);
      CHECK(fluency.score(sentence) ==
            doctest::Approx(tests::lm_score(made.task, words)).epsilon(1e-9));
      const double expected = true_score(made.task, words, 1, workspace).score;
      if (std::isinf(expected))
        CHECK(leaves.score(sentence) == expected);
      else
        CHECK(leaves.score(sentence) == doctest::Approx(expected).epsilon(1e-9));
      const auto [at, fresh] = keys.emplace(words, leaves.text_key(sentence));
      CHECK(at->second == leaves.text_key(sentence));
      if (fresh) CHECK(different.insert(at->second).second);
    }
  }
}

TEST_CASE("roll-outs draw all that fits and stopping with the same chance") {
  const Collocation example;
  Rules rules;
  rules.make(example.task(), Mode::kTrueScore);
  std::vector<RuleId> all;
  for (RuleId rule = 0; rule < rules.size(); ++rule) all.push_back(rule);
  std::vector<unsigned> firsts(rules.size() + 1, 0);
  Rollout rollout;
  Random random(3);
  Rewriting sentence;
  constexpr unsigned kRuns = 12'000;
  for (unsigned i = 0; i < kRuns; ++i) {
    sentence.start(rules);
    rollout.change(sentence, all, 0.0, random);
    ++firsts[sentence.applied().empty() ? rules.size() : sentence.applied()[0]];
  }
  for (const unsigned count : firsts) CHECK(count == doctest::Approx(kRuns / 6).epsilon(0.08));
  rules.make(example.task(), Mode::kTranslator);
  for (unsigned i = 0; i < 100; ++i) {
    sentence.start(rules);
    CHECK(rollout.cover(sentence, rules, random));
    CHECK(sentence.next_free(0) == rules.length());
  }
}

TEST_CASE("with heat, roll-outs prefer rules in proportion to what they score alone") {
  const Collocation example;
  Rules rules;
  rules.make(example.task(), Mode::kTrueScore);
  std::vector<float> scores;
  for (RuleId rule = 0; rule < rules.size(); ++rule)
    scores.push_back(-3.0f * static_cast<float>(rule));
  const float stay = -2.0f;
  Rollout rollout;
  CHECK_FALSE(rollout.has_preferences());
  rollout.prefer(rules, scores, stay, 2.0);
  CHECK(rollout.has_preferences());
  Random random(3);
  Rewriting sentence;
  constexpr unsigned kRuns = 20'000;
  std::vector<unsigned> firsts(rules.size(), 0);  // of those that begin at the first word
  for (unsigned i = 0; i < kRuns; ++i) {
    sentence.start(rules);
    rollout.change_by_word(sentence, rules, random);
    for (const RuleId rule : sentence.applied())
      if (rules[rule].begin == 0) ++firsts[rule];
  }
  REQUIRE(rules.first(1) > 1);
  double total = std::exp(stay / 2.0);
  for (RuleId rule = 0; rule < rules.first(1); ++rule) total += std::exp(scores[rule] / 2.0);
  for (RuleId rule = 0; rule < rules.first(1); ++rule) {
    const double wanted = std::exp(scores[rule] / 2.0) / total * kRuns;
    CHECK(std::abs(firsts[rule] - wanted) < 10 + 4 * std::sqrt(wanted));
  }
  // In translator mode, no word stays without a unit that says so.
  rules.make(example.task(), Mode::kTranslator);
  scores.assign(rules.size(), -1000.0f);
  for (std::uint32_t position = 0; position < rules.length(); ++position)
    scores[rules.first(position + 1) - 1] = -10.0f;  // the last one that begins there
  rollout.prefer(rules, scores, 0.0f, 1.0);
  for (unsigned i = 0; i < 100; ++i) {
    sentence.start(rules);
    CHECK(rollout.cover(sentence, rules, random));
    CHECK(sentence.next_free(0) == rules.length());
    CHECK(sentence.applied()[0] == rules.first(1) - 1);
  }
}

TEST_CASE("trees count, keep maxima, close what is explored and keep what is below a new root") {
  MonteCarloOptions options;
  options.prior = 0.0;
  options.rave = 0.0;
  const std::vector<float> priors(4, 0.0f);
  Tree tree(options, 3, priors);
  const std::vector<RuleId> all{0, 1, 2}, rest{1, 2};
  const StateId root = tree.add(1, all, false);
  const StateId below = tree.add(2, rest, true);
  CHECK(tree.find(2) == below);
  CHECK(tree.find(3) == Action::kNoState);
  tree.link(root, 0, below);
  const auto episode = [&](std::vector<Visit> path, std::vector<RuleId> applied, double score) {
    tree.count(path, false);
    tree.back_up(path, applied, score);
  };
  CHECK(tree.select(root) == 0);  // the first of those that were never tried
  episode({{root, 0, 0}, {below, 0, 1}}, {0}, -5.0);
  CHECK(tree.select(root) == 1);
  episode({{root, 1, 0}}, {1}, -9.0);
  episode({{root, 2, 0}}, {2}, -8.0);
  episode({{root, 0, 0}, {below, 1, 1}}, {0, 1}, -3.0);
  episode({{root, 0, 0}, {below, 1, 1}}, {0, 1}, -7.0);
  const Action& action = tree.action(root, 0);
  CHECK(action.visits == 3);
  CHECK(action.best == -3.0f);
  CHECK(action.mean == doctest::Approx(-5.0));
  CHECK(action.squares == doctest::Approx(8.0));
  CHECK(tree.best(root) == 0);
  CHECK(tree.visits(root) == 5);
  CHECK(tree.visits(below) == 3);
  episode({{root, 1, 0}}, {1}, -HUGE_VAL);  // no string came of it
  CHECK(tree.action(root, 1).visits == 2);
  CHECK(tree.action(root, 1).best == -9.0f);

  tree.close(below, 0);
  const StateId kept = tree.keep_below(below);
  CHECK(tree.size() == 1);
  CHECK(tree.visits(kept) == 3);
  CHECK(tree.action(kept, 1).visits == 2);
  CHECK(tree.action(kept, 1).best == -3.0f);
  CHECK(tree.find(2) == kept);
  CHECK(tree.find(1) == Action::kNoState);
  CHECK(tree.select(kept) == 2);  // the stop rule stays closed
  tree.close(kept, 1);
  tree.close(kept, 2);
  CHECK(tree.select(kept) == Tree::kNone);
}

TEST_CASE("RAVE lets what was good later be tried before what was bad") {
  MonteCarloOptions options;
  options.prior = 0.0;
  options.rave = 1000.0;
  options.exploration = 0.0;
  const std::vector<float> priors(4, 0.0f);
  Tree tree(options, 3, priors);
  const std::vector<RuleId> all{0, 1, 2};
  const StateId root = tree.add(1, all, false);
  const std::vector<Visit> first{{root, 0, 0}}, second{{root, 1, 0}};
  tree.count(first, false);
  tree.back_up(first, std::vector<RuleId>{0, 2}, -1.0);
  tree.count(second, false);
  tree.back_up(second, std::vector<RuleId>{1}, -9.0);
  CHECK(tree.action(root, 2).rave == -1.0f);
  CHECK(tree.action(root, 2).visits == 0);
  CHECK(tree.action(root, 1).rave == -9.0f);
  tree.close(root, 0);
  CHECK(tree.select(root) == 2);
}

TEST_CASE("priors say what to try first") {
  MonteCarloOptions options;
  options.prior = 2.0;
  const std::vector<float> priors{0.1f, 0.7f, 0.4f, 0.0f};
  Tree tree(options, 3, priors);
  const std::vector<RuleId> all{0, 1, 2};
  CHECK(tree.select(tree.add(1, all, true)) == 2);  // rule 1, behind the stop rule
}

}  // namespace
}  // namespace ow
