// Runs one kernel on the cores of a simulated chip.
#pragma once

#include <cstdint>

#include "counters.h"
#include "kernel.h"
#include "memory.h"
#include "random.h"
#include "settings.h"
#include "trace.h"
#include "wrong_results.h"

namespace tpusim
{

// What a launch needs to know of the chip at run time.
struct ChipModel
{
    const char *name;
    int cores;
    std::uint8_t unset;
    double launch_ns;
    double bytes_per_ns;
    double flops_per_ns;
    double cycles_per_ns;
    double link_latency_ns;
    double link_bytes_per_ns;
};

template <class Chip>
constexpr ChipModel chip_model()
{
    return {Chip::name,         Chip::cores,         Chip::unset,           Chip::launch_ns,        Chip::bytes_per_ns,
            Chip::flops_per_ns, Chip::cycles_per_ns, Chip::link_latency_ns, Chip::link_bytes_per_ns};
}

// Sentence why `kernel` cannot be launched like this, or "". The settings may allow fewer cores than it needs.
std::string check_launch(const KernelEntry &kernel, std::uint64_t args_size, std::int64_t cores, const ChipModel &chip,
                         const Settings &settings);

// Of a launch that check_launch lets pass.
TraceLine launch_line(const Trace &trace, const KernelEntry &kernel, const void *args, std::uint64_t args_size, std::int64_t cores);

// Runs all phases on `cores` cores, in seeded order or in threads. `sequence`: the launch's place in the device's order of issue.
// `wrong`: what it writes wrong. Returns what it did. Throws Fault, and std::bad_alloc where the host has no memory.
Work run_kernel(const KernelEntry &kernel, std::int64_t cores, const void *args, const DeviceMemory &memory, std::uint64_t sequence,
                const ChipModel &chip, Random &random, WrongResults &wrong, const Settings &settings);

// The runtimes' ...SimPeak (tpusim.h).
inline int give_peak(const ChipModel &chip, tpusimPeak_t *peak)
{
    if (peak == nullptr)
    {
        return -1;
    }
    *peak = {chip.cycles_per_ns * 1e9, chip.cores * chip.flops_per_ns * 1e9, chip.cores * chip.bytes_per_ns * 1e9, chip.launch_ns};
    return 0;
}

} // namespace tpusim
