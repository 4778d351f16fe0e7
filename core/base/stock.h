// Things that are costly to make and used by one thread at a time: borrowed, and given back.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace ow {

template <class T>
class Stock {
 public:
  /// Borrows one, or makes a new one, until the lease ends.
  class Lease {
   public:
    explicit Lease(Stock& stock) : stock_(stock) {
      {
        const std::lock_guard lock(stock.mutex_);
        if (!stock.idle_.empty()) {
          item_ = std::move(stock.idle_.back());
          stock.idle_.pop_back();
        }
      }
      if (!item_) item_ = std::make_unique<T>();
    }
    ~Lease() {
      const std::lock_guard lock(stock_.mutex_);
      stock_.idle_.push_back(std::move(item_));
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    T& operator*() { return *item_; }
    T* operator->() { return item_.get(); }

   private:
    Stock& stock_;
    std::unique_ptr<T> item_;
  };

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace ow
