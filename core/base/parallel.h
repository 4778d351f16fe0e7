// Work on several threads, results in order.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace ow {

/// Calls make(i) for each i below `count` on up to `threads` threads (0: as many as there are
/// cores) and sink(i, result) one at a time in the order of i. The first exception in that order is
/// thrown on, after the sink has had everything before it.
template <class Make, class Sink>
void for_each_in_order(std::size_t count, unsigned threads, Make&& make, Sink&& sink) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  if (threads == 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) sink(i, make(i));
    return;
  }
  struct Slot {
    std::optional<decltype(make(std::size_t{}))> result;
    std::exception_ptr failure;
  };
  std::vector<Slot> slots(count);
  std::atomic<std::size_t> next_to_make{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::size_t next_to_hand_over = 0;
  std::exception_ptr failure;

  const auto hand_over = [&] {  // under the mutex
    for (; !stop && next_to_hand_over < count; ++next_to_hand_over) {
      Slot& slot = slots[next_to_hand_over];
      if (!slot.result && !slot.failure) return;
      try {
        if (slot.failure) std::rethrow_exception(slot.failure);
        sink(next_to_hand_over, std::move(*slot.result));
        slot.result.reset();
      } catch (...) {
        failure = std::current_exception();
        stop = true;
        return;
      }
    }
  };
  const auto work = [&] {
    for (std::size_t i; !stop && (i = next_to_make.fetch_add(1)) < count;) {
      Slot made;
      try {
        made.result.emplace(make(i));
      } catch (...) {
        made.failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      slots[i] = std::move(made);
      hand_over();
    }
  };
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i)
      workers.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace ow
