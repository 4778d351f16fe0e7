#include "base/external_sort.h"

#include <doctest/doctest.h>

#include <random>

#include "base/error.h"
#include "files.h"

namespace ow {
namespace {

__extension__ using Wide = unsigned __int128;

template <class Key>
struct Numbered {
  Key key;
  std::uint32_t position;
};

template <class Key>
void check_sorting(std::size_t count, std::size_t room_size, unsigned bits) {
  CAPTURE(count);
  CAPTURE(room_size);
  CAPTURE(bits);
  const tests::TemporaryFolder folder;
  std::mt19937_64 random(count * 31 + bits);
  const Key mask = bits == 8 * sizeof(Key) ? ~Key{0} : (Key{1} << bits) - 1;
  std::vector<Numbered<Key>> records(count);
  Sorter<Numbered<Key>> sorter(bits, std::make_shared<SortingRoom<Numbered<Key>>>(room_size),
                               folder.file(""));
  for (std::uint32_t i = 0; i < count; ++i) {
    Key key = random() % 7 == 0 ? random() % 5 : random();
    if (sizeof(Key) > 8) key = key << (4 * sizeof(Key)) | random();
    records[i] = {key, i};
    sorter.add(records[i]);
  }
  std::stable_sort(records.begin(), records.end(),
                   [&](const auto& a, const auto& b) { return (a.key & mask) < (b.key & mask); });
  const auto sorted = sorter.finish();
  bool same = true;
  for (const auto& expected : records) {
    const auto* head = sorted->head();
    REQUIRE(head != nullptr);
    same = same && head->key == expected.key && head->position == expected.position;
    sorted->pop();
  }
  CHECK(same);
  CHECK(sorted->head() == nullptr);
}

TEST_CASE("records come back sorted, equals in their order, in memory and through the disk") {
  for (const std::size_t room : {100'000u, 1'000u, 7u}) {
    for (const std::size_t count : {0u, 1u, 7u, 8u, 5'000u}) {
      for (const unsigned bits : {1u, 11u, 23u, 64u})
        check_sorting<std::uint64_t>(count, room, bits);
      for (const unsigned bits : {3u, 65u, 85u, 128u}) check_sorting<Wide>(count, room, bits);
    }
  }
}

TEST_CASE("a spool can be read more than once") {
  const tests::TemporaryFolder folder;
  Spool<std::uint64_t> spool(folder.file(""));
  constexpr std::uint64_t kCount = 50'000;
  for (std::uint64_t i = 0; i < kCount; ++i) spool.add(i * i);
  for (int time = 0; time < 2; ++time) {
    const auto source = spool.read();
    std::uint64_t i = 0;
    bool same = true;
    for (; const std::uint64_t* head = source->head(); source->pop(), ++i)
      same = same && *head == i * i;
    CHECK(same);
    CHECK(i == kCount);
  }
}

TEST_CASE("temporary files leave nothing behind and name a folder that refuses them") {
  const tests::TemporaryFolder folder;
  const TemporaryFile file(folder.file(""));
  CHECK(std::filesystem::is_empty(folder.file("")));
  CHECK_THROWS_AS(TemporaryFile(folder.file("missing")), SystemError);
}

}  // namespace
}  // namespace ow
