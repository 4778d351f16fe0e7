// A way out of long loops.
#pragma once

#include <functional>
#include <utility>

namespace ow {

/// Calls a function once in many beats. It throws to stop the work, e.g. after Ctrl-C.
class Pulse {
 public:
  explicit Pulse(std::function<void()> call) : call_(std::move(call)) {}
  void beat() {
    if ((++beats_ & 0xFFFF) == 0 && call_) call_();
  }

 private:
  std::function<void()> call_;
  unsigned beats_ = 0;
};

}  // namespace ow
