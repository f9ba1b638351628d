#pragma once
#include <cardume/scheduler.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cardume::testing {

/// A host's own job system in its plainest form: threads, one queue, one lock.
class ThreadPool {
 public:
  explicit ThreadPool(std::uint32_t threads) {
    for (std::uint32_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~ThreadPool() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  void push(std::function<void()> job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
  }

  HostCallbacks callbacks() { return {this, static_cast<std::uint32_t>(threads_.size()), run_chunks, run_beside}; }

 private:
  static void run_chunks(void* user, std::uint32_t chunks, void (*chunk)(void*, std::uint32_t), void* context) {
    std::mutex mutex;
    std::condition_variable done;
    std::uint32_t left = chunks;
    for (std::uint32_t number = 0; number < chunks; ++number)
      static_cast<ThreadPool*>(user)->push([&, number] {
        chunk(context, number);
        const std::lock_guard lock(mutex);
        if (--left == 0) done.notify_one();
      });
    std::unique_lock lock(mutex);
    done.wait(lock, [&] { return left == 0; });
  }

  static void run_beside(void* user, void (*job)(void*), void* context) {
    static_cast<ThreadPool*>(user)->push([=] { job(context); });
  }

  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  bool stop_ = false;
};

}  // namespace cardume::testing
