// A stream: a queue of tasks that runs in the threads that wait for it, plus some seeded progress of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "counters.h"
#include "random.h"
#include "tpuv7_rt.h"
#include "trace.h"

namespace tpusim::sg_b
{

struct Device;
class Stream;

// What a stream has kept of the first task that failed.
struct StreamFault
{
    tpuRtStatus_t status = tpuRtSuccess;
    std::string sentence;

    explicit operator bool() const { return status != tpuRtSuccess; }
    void raise() const; // throws Refusal if there is one
};

struct Task
{
    // Does the work at simulated time `stream.clock()`. May throw Fault and std::bad_alloc.
    std::function<Work(Stream &stream, std::uint64_t sequence)> run;
    bool on_host = false; // callbacks and events run even on a stream that has faulted: the host waits for them
    std::uint64_t trace_order = 0;
    std::uint64_t sequence = 0; // set by enqueue: place in the device's order of issue
};

// Thread-safe. Tasks run one at a time in order, in whichever thread gets there.
class Stream
{
public:
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    Stream(Device &device, Trace &trace, int id, std::uint64_t seed);

    // May first run earlier tasks of this stream, never the new one: what nobody waits for is not done. Returns the task's sequence.
    std::uint64_t enqueue(Task task);

    // Runs all tasks up to and including `sequence`. Must not be called from one of them.
    void run_through(std::uint64_t sequence);
    bool run_one();

    bool runs_here() const { return runner_.load() == std::this_thread::get_id(); }
    bool done(std::uint64_t sequence) const { return completed_.load() >= sequence; }
    std::uint64_t last() const;           // sequence of the newest task, 0 before the first
    std::uint64_t oldest_pending() const; // none if the queue is empty

    void set_fault(StreamFault fault) noexcept;
    bool faulted() const;
    StreamFault fault() const;
    StreamFault take_fault() noexcept;

    Device &device() const { return device_; }
    int id() const { return id_; }
    double clock() const { return clock_ns_; }
    tpusimCounters_t counters() const;
    void advance_to(double ns) { clock_ns_ = ns > clock() ? ns : clock(); }

private:
    bool run_front(std::uint64_t limit) noexcept;
    void execute(Task &task) noexcept;
    void trace_run(const Task &task, double start, double duration, bool dropped, const StreamFault &failure) const;
    void progress();

    static constexpr std::size_t longest_queue = 1024;
    static constexpr std::uint64_t progress_odds = 4; // one enqueue in four

    Device &device_;
    Trace &trace_;
    const int id_;
    std::mutex execution_; // held by whoever runs tasks
    std::atomic<std::thread::id> runner_{};
    std::atomic<double> clock_ns_{0};
    Counters counters_;
    mutable std::mutex queue_mutex_; // of what follows
    std::deque<Task> queue_;
    Random random_;
    std::uint64_t last_ = 0;
    std::atomic<std::uint64_t> completed_{0};
    StreamFault fault_;
};

} // namespace tpusim::sg_b
