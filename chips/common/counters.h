// What a device, or a stream of it, has done so far, in simulated time and in the host's.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <mutex>

#include "tpusim.h"

namespace tpusim
{

// Of one kernel or copy.
struct Work
{
    double ns = 0; // simulated
    std::uint64_t bytes = 0;
    std::uint64_t flops = 0;
};

inline std::uint64_t host_now()
{
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

// Thread-safe. The host's clock is read from the first read() on only: it takes as long as the rest of a small launch.
class Counters
{
public:
    explicit Counters(double cycles_per_ns) : cycles_per_ns_(cycles_per_ns) {}

    // Runs `body`, which returns its Work and may throw: nothing is counted then.
    template <class Body>
    Work run(Body &&body)
    {
        const std::uint64_t began = begin();
        const Work work = body();
        end(work, began);
        return work;
    }
    std::uint64_t begin() const { return watched_.load(std::memory_order_relaxed) ? host_now() : 0; }
    void end(const Work &work, std::uint64_t began)
    {
        const std::uint64_t ended = began != 0 ? host_now() : 0;
        const std::lock_guard lock(mutex_);
        sum_.device_ns += work.ns;
        sum_.cycles += static_cast<unsigned long long>(std::llround(work.ns * cycles_per_ns_));
        sum_.bytes += work.bytes;
        sum_.flops += work.flops;
        if (began != 0)
        {
            sum_.host_ns = ended;
            sum_.host_busy_ns += ended - began;
        }
    }

    tpusimCounters_t read() const
    {
        watched_.store(true, std::memory_order_relaxed);
        const std::lock_guard lock(mutex_);
        return sum_;
    }
    double device_ns() const
    {
        const std::lock_guard lock(mutex_);
        return sum_.device_ns;
    }

private:
    const double cycles_per_ns_;
    mutable std::atomic<bool> watched_{false};
    mutable std::mutex mutex_; // of what follows
    tpusimCounters_t sum_{};
};

} // namespace tpusim
