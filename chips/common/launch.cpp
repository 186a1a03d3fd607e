#include "launch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "scratch_pool.h"

namespace tpusim
{
namespace
{

class Launch final : public LaunchServices
{
public:
    Launch(const KernelEntry &kernel, const DeviceMemory &memory, std::uint64_t sequence, std::uint8_t unset, WrongResults &wrong)
        : kernel_(kernel), memory_(memory), sequence_(sequence), unset_(unset), wrong_(wrong.of_launch(kernel.symbol))
    {
    }

    ~Launch()
    {
        for (auto &[number, slot] : slots_)
        {
            pool_.give_back(std::move(slot.block));
        }
    }

    Launch(const Launch &) = delete;
    Launch &operator=(const Launch &) = delete;

    void *resolve(std::uint64_t address, std::uint64_t bytes, const char *argument, Access access, const Element &element) override
    {
        void *found = memory_.resolve(address, bytes, {kernel_.symbol, argument, sequence_});
        if (wrong_.any() && access != Access::read)
        {
            wrong_.add(found, bytes, argument, element);
        }
        return found;
    }

    void end()
    {
        if (wrong_.any())
        {
            wrong_.apply();
        }
    }

    void *scratch(int slot, std::size_t bytes) override
    {
        const std::lock_guard lock(mutex_);
        auto &[block, size] = slots_[slot];
        if (block.data() == nullptr)
        {
            block = pool_.take(bytes);
            std::memset(block.data(), unset_, bytes);
            size = bytes;
        }
        if (bytes > size)
        {
            throw Fault(kernel_.symbol, "", 0,
                        "scratch slot " + std::to_string(slot) + " has " + std::to_string(size) + " bytes, a core asked for " +
                            std::to_string(bytes));
        }
        return block.data();
    }

    const std::string &kernel() const override { return kernel_.symbol; }

private:
    struct Slot
    {
        ScratchBlock block;
        std::size_t bytes = 0;
    };

    const KernelEntry &kernel_;
    const DeviceMemory &memory_;
    std::uint64_t sequence_;
    std::uint8_t unset_;
    WrongOutputs wrong_;
    ScratchPool &pool_ = ScratchPool::of_this_thread();
    std::mutex mutex_;
    std::map<int, Slot> slots_;
};

void run_phase_in_threads(PhaseFunction phase, std::vector<KernelContext> &cores, const void *args)
{
    std::vector<std::exception_ptr> failures(cores.size());
    std::vector<std::thread> threads;
    threads.reserve(cores.size());
    std::exception_ptr not_started;
    try
    {
        for (std::size_t i = 0; i < cores.size(); ++i)
        {
            threads.emplace_back([&, i] {
                try
                {
                    phase(cores[i], args);
                }
                catch (...)
                {
                    failures[i] = std::current_exception();
                }
            });
        }
    }
    catch (...)
    {
        not_started = std::current_exception();
    }
    for (auto &thread : threads)
    {
        thread.join();
    }
    if (not_started)
    {
        std::rethrow_exception(not_started);
    }
    for (const auto &failure : failures)
    {
        if (failure)
        {
            std::rethrow_exception(failure);
        }
    }
}

Work work_of(const std::vector<KernelContext> &cores, const ChipModel &chip)
{
    double longest = 0;
    double bytes = 0;
    double flops = 0;
    for (const KernelContext &core : cores)
    {
        longest = std::max(longest, std::max(core.bytes_moved() / chip.bytes_per_ns, core.flops() / chip.flops_per_ns));
        bytes += core.bytes_moved();
        flops += core.flops();
    }
    return {chip.launch_ns + longest, static_cast<std::uint64_t>(std::llround(bytes)), static_cast<std::uint64_t>(std::llround(flops))};
}

void run_phases(const KernelEntry &kernel, const void *args, std::vector<KernelContext> &cores, Random &random, bool threads)
{
    std::vector<int> order(cores.size());
    for (const PhaseFunction phase : kernel.phases)
    {
        if (threads && cores.size() > 1)
        {
            run_phase_in_threads(phase, cores, args);
            continue;
        }
        for (std::size_t i = 0; i < order.size(); ++i)
        {
            order[i] = static_cast<int>(i);
        }
        random.shuffle(order);
        for (const int core : order)
        {
            phase(cores[core], args);
        }
    }
}

} // namespace

std::string check_launch(const KernelEntry &kernel, std::uint64_t args_size, std::int64_t cores, const ChipModel &chip,
                         const Settings &settings)
{
    if (kernel.args_size != static_cast<std::size_t>(recorded_any) && args_size != kernel.args_size)
    {
        return kernel.symbol + ": takes " + kernel.args_name + " of " + std::to_string(kernel.args_size) + " bytes, got " +
               std::to_string(args_size) + " bytes of arguments";
    }
    const bool enough = cores == kernel.cores || (settings.fewer_cores && cores > 0 && cores < kernel.cores);
    if (kernel.cores != recorded_any && !enough)
    {
        return kernel.symbol + ": needs " + std::to_string(kernel.cores) + (kernel.cores == 1 ? " core" : " cores") + ", was launched on " +
               std::to_string(cores) + " (" + chip.name + " has " + std::to_string(chip.cores) + ")";
    }
    return "";
}

TraceLine launch_line(const Trace &trace, const KernelEntry &kernel, const void *args, std::uint64_t args_size, std::int64_t cores)
{
    return trace.line("launch")
        .text("kernel", kernel.symbol)
        .text("args_name", kernel.args_name)
        .number("size", static_cast<double>(args_size))
        .bytes("args", args, args_size)
        .number("cores", static_cast<double>(cores));
}

Work run_kernel(const KernelEntry &kernel, std::int64_t cores, const void *args, const DeviceMemory &memory, std::uint64_t sequence,
                const ChipModel &chip, Random &random, WrongResults &wrong, const Settings &settings)
{
    Launch launch(kernel, memory, sequence, chip.unset, wrong);
    const int count = kernel.cores == recorded_any ? 0 : static_cast<int>(cores);
    std::vector<KernelContext> contexts;
    contexts.reserve(static_cast<std::size_t>(count));
    for (int core = 0; core < count; ++core)
    {
        contexts.emplace_back(launch, core, count);
    }
    try
    {
        run_phases(kernel, args, contexts, random, settings.threads);
        launch.end();
    }
    catch (const Fault &)
    {
        throw;
    }
    catch (const std::bad_alloc &)
    {
        throw; // the host's want of memory is no fault of the kernel
    }
    catch (const std::exception &error)
    {
        throw Fault(kernel.symbol, "", 0, std::string("the kernel failed: ") + error.what());
    }
    return work_of(contexts, chip);
}

} // namespace tpusim
