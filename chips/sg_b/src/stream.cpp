#include "stream.h"

#include <new>
#include <stdexcept>
#include <utility>

#include "runtime.h"

namespace tpusim::sg_b
{

Stream::Stream(Device &device, Trace &trace, int id, std::uint64_t seed)
    : device_(device), trace_(trace), id_(id), counters_(chip.cycles_per_ns), random_(seed)
{
}

tpusimCounters_t Stream::counters() const
{
    tpusimCounters_t counters = counters_.read();
    counters.device_ns = clock();
    counters.faulted = faulted() ? 1 : 0;
    return counters;
}

void StreamFault::raise() const
{
    if (*this)
    {
        throw Refusal{status, sentence};
    }
}

std::uint64_t Stream::enqueue(Task task)
{
    progress();
    std::uint64_t sequence = 0;
    {
        const std::lock_guard lock(queue_mutex_);
        sequence = task.sequence = ++device_.sequence;
        queue_.push_back(std::move(task));
        last_ = sequence;
    }
    if (device_.settings.synchronous && !runs_here())
    {
        run_through(sequence);
    }
    return sequence;
}

void Stream::progress()
{
    bool due = false;
    {
        const std::lock_guard lock(queue_mutex_);
        due = random_.below(progress_odds) == 0 || queue_.size() >= longest_queue;
    }
    if (!due || runs_here())
    {
        return;
    }
    if (const std::unique_lock lock(execution_, std::try_to_lock); lock.owns_lock())
    {
        run_front(none);
    }
}

bool Stream::run_front(std::uint64_t limit) noexcept
{
    Task *task = nullptr;
    {
        const std::lock_guard lock(queue_mutex_);
        if (queue_.empty() || queue_.front().sequence > limit)
        {
            return false;
        }
        task = &queue_.front(); // stays in the queue, so that it counts as pending; push_back keeps the reference
    }
    runner_.store(std::this_thread::get_id());
    execute(*task);
    runner_.store(std::thread::id());
    const std::uint64_t sequence = task->sequence;
    Task finished; // destroyed outside the lock: it may own the last reference to another stream
    {
        const std::lock_guard lock(queue_mutex_);
        finished = std::move(queue_.front());
        queue_.pop_front();
    }
    completed_.store(sequence);
    return true;
}

namespace
{

// Of the exception that is being handled. Without memory for the sentence the status stays.
StreamFault caught() noexcept
{
    StreamFault fault;
    try
    {
        fault.status = tpuRtErrFailure;
        throw;
    }
    catch (const std::bad_alloc &)
    {
        fault.status = tpuRtErrNomem;
        fault.sentence = "no host memory"; // short: no memory of its own
    }
    catch (const std::exception &error)
    {
        try
        {
            fault.sentence = error.what();
        }
        catch (const std::bad_alloc &)
        {
            fault.sentence = "a task failed";
        }
    }
    return fault;
}

} // namespace

void Stream::execute(Task &task) noexcept
{
    const bool dropped = !task.on_host && faulted();
    const double start = clock();
    double duration = 0;
    StreamFault failure;
    if (!dropped)
    {
        try
        {
            const auto run = [&] { return task.run(*this, task.sequence); };
            duration = (task.on_host ? run() : counters_.run(run)).ns;
        }
        catch (...)
        {
            failure = caught();
        }
        clock_ns_ = clock() + duration;
    }
    if (task.trace_order != 0)
    {
        trace_run(task, start, duration, dropped, failure);
    }
    if (failure)
    {
        set_fault(std::move(failure));
    }
}

void Stream::trace_run(const Task &task, double start, double duration, bool dropped, const StreamFault &failure) const
{
    TraceLine line = trace_.line("run");
    line.number("of", static_cast<double>(task.trace_order)).number("stream", id_).number("time_ns", start).number("duration_ns", duration);
    if (dropped)
    {
        line.text("fault", "dropped: the stream had faulted");
    }
    else if (failure)
    {
        line.text("fault", failure.sentence);
    }
    trace_.write(device_.id, line);
}

void Stream::run_through(std::uint64_t sequence)
{
    if (done(sequence))
    {
        return;
    }
    const std::lock_guard lock(execution_);
    while (run_front(sequence))
    {
    }
}

bool Stream::run_one()
{
    const std::lock_guard lock(execution_);
    return run_front(none);
}

std::uint64_t Stream::last() const
{
    const std::lock_guard lock(queue_mutex_);
    return last_;
}

std::uint64_t Stream::oldest_pending() const
{
    const std::lock_guard lock(queue_mutex_);
    return queue_.empty() ? none : queue_.front().sequence;
}

void Stream::set_fault(StreamFault fault) noexcept
{
    const std::lock_guard lock(queue_mutex_);
    if (!fault_)
    {
        fault_ = std::move(fault);
    }
}

bool Stream::faulted() const
{
    const std::lock_guard lock(queue_mutex_);
    return static_cast<bool>(fault_);
}

StreamFault Stream::fault() const
{
    const std::lock_guard lock(queue_mutex_);
    return fault_;
}

StreamFault Stream::take_fault() noexcept
{
    const std::lock_guard lock(queue_mutex_);
    return std::exchange(fault_, {});
}

} // namespace tpusim::sg_b
