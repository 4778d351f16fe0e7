#include "base/container.h"

#include <doctest/doctest.h>

#include "base/vocabulary.h"
#include "files.h"

namespace ow {
namespace {

constexpr FileKind kKind{{'O', 'W', 'T', 'E', 'S', 'T', '0', '0'}, 3, "test"};

std::string message_of(auto&& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

void write_sample(const std::string& path) {
  ContainerWriter writer(path, kKind);
  std::vector<std::uint32_t> numbers(50'000);
  for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i * 7;
  writer.add_section(1, numbers);
  writer.add_section(2, std::vector<char>{'a', 'b', 'c'});
  writer.commit();
}

TEST_CASE("a container gives back its sections") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("sample");
  write_sample(path);
  const Container file(path, kKind);
  const auto numbers = file.section<std::uint32_t>(1);
  REQUIRE(numbers.size() == 50'000);
  CHECK(numbers[49'999] == 49'999 * 7);
  CHECK(file.section<char>(2).range(0, 3)[2] == 'c');
  CHECK_FALSE(file.has_section(9));
  CHECK_THROWS_AS(file.section<char>(9), FormatError);
  CHECK_THROWS_AS(file.section<std::uint64_t>(2), FormatError);
  CHECK_THROWS_AS(numbers[50'000], FormatError);
  CHECK_THROWS_AS(numbers.range(5, 50'001), FormatError);
}

TEST_CASE("each way of being broken has its own message") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("sample");
  write_sample(path);
  const std::string good = tests::read_file(path);
  const auto open = [&](const std::string& content) {
    tests::write_file(path, content);
    return message_of([&] { Container(path, kKind).ensure_all(); });
  };
  CHECK(open("").find("empty") != std::string::npos);
  CHECK(open("hello").find("too short") != std::string::npos);
  CHECK(open(good.substr(0, 100)).find("truncated inside the header") != std::string::npos);
  CHECK(open(good.substr(0, good.size() - 1)).find("truncated: ") != std::string::npos);
  CHECK(open("X" + good.substr(1)).find("wrong magic") != std::string::npos);
  std::string other = good;
  other[8] = 9;
  CHECK(open(other).find("format version 9, this program reads version 3") != std::string::npos);
  CHECK(open(good + "junk....").find("contradict") != std::string::npos);
  std::string huge = good;
  huge[31] = 0x7f;
  CHECK(open(huge).find("contradict") != std::string::npos);
  for (std::size_t at = 0; at < good.size(); at += 997) {
    std::string flipped = good;
    flipped[at] ^= 0x10;
    const bool in_padding = at >= 64 + 2 * 24 && at < 2048;
    CAPTURE(at);
    CHECK(open(flipped).empty() == in_padding);
  }
  CHECK(open(good).empty());
}

TEST_CASE("an unfinished file never takes the name of a finished one") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("sample");
  {
    ContainerWriter writer(path, kKind);
    writer.add_section(1, std::vector<int>{1, 2, 3});
  }
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK_THROWS_AS(ContainerWriter(folder.file("no/such/folder/x"), kKind), SystemError);
}

TEST_CASE("a file may be without sections, or with empty ones only") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("sample");
  ContainerWriter(path, kKind).commit();
  CHECK_FALSE(Container(path, kKind).has_section(1));
  ContainerWriter writer(path, kKind);
  writer.add_section(1, std::vector<int>{});
  writer.commit();
  const Container file(path, kKind);
  CHECK(file.section<int>(1).size() == 0);
  file.ensure_all();
}

TEST_CASE("two writers of one path do not mix: the last one stays") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("sample");
  ContainerWriter one(path, kKind), other(path, kKind);
  one.add_section(1, std::vector<int>{1, 1, 1});
  other.add_section(1, std::vector<int>{2, 2});
  other.commit();
  one.commit();
  const Container file(path, kKind);
  CHECK(file.section<int>(1).size() == 3);
  CHECK(file.section<int>(1)[0] == 1);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.file(".")), {}) == 1);
}

TEST_CASE("a link stays a link, and what it leads to is replaced") {
  const tests::TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("there"));
  std::filesystem::create_symlink("there/sample", folder.file("link"));
  ContainerWriter writer(folder.file("link"), kKind);
  writer.add_section(1, std::vector<int>{1});
  writer.commit();
  CHECK(std::filesystem::is_symlink(folder.file("link")));
  CHECK(Container(folder.file("there/sample"), kKind).has_section(1));
  std::filesystem::create_symlink("loop", folder.file("loop"));
  CHECK_THROWS_AS(ContainerWriter(folder.file("loop"), kKind), SystemError);
}

TEST_CASE("a name may be as long as the system lets it be") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file(std::string(255, 'x'));
  ContainerWriter writer(path, kKind);
  writer.add_section(1, std::vector<int>{1});
  writer.commit();
  CHECK(Container(path, kKind).has_section(1));
  CHECK_THROWS_AS(ContainerWriter(folder.file(std::string(256, 'x')), kKind), SystemError);
}

TEST_CASE("a device or a folder is never replaced by a file") {
  const tests::TemporaryFolder folder;
  CHECK_THROWS_AS(ContainerWriter("/dev/null", kKind), FormatError);
  CHECK_THROWS_AS(ContainerWriter(folder.file("."), kKind), FormatError);
}

TEST_CASE("a vocabulary finds all of its words and no others") {
  const tests::TemporaryFolder folder;
  for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
    for (const bool by_hash : {true, false}) {
      std::vector<std::string> words;
      for (std::size_t i = 0; i < count; ++i) words.push_back("word" + std::to_string(i * i));
      if (by_hash) sort_by_hash(words);
      const std::string path = folder.file("words");
      ContainerWriter writer(path, kKind);
      write_vocabulary(writer, 10, words);
      writer.commit();
      const Container file(path, kKind);
      const Vocabulary vocabulary(file, 10);
      REQUIRE(vocabulary.size() == count);
      for (WordId id = 0; id < count; ++id) {
        CHECK(vocabulary.word(id) == words[id]);
        CHECK(vocabulary.find(words[id]) == id);
      }
      for (std::size_t i = 0; i < 1000; ++i)
        CHECK_FALSE(vocabulary.find("other" + std::to_string(i)).has_value());
    }
  }
}

}  // namespace
}  // namespace ow
