// Copies and fills: the work itself, for the functions that do it at once and those that queue it.
#pragma once

#include <cstdint>
#include <string>

#include "runtime.h"

namespace tpusim::sg_b
{

// One end of a transfer: host memory where `device` is null.
struct End
{
    Device *device;
    std::uint64_t address;
};

struct Transfer
{
    const char *function;
    const char *event; // name in the trace
    End dst;
    End src; // of a fill: unused
    std::uint64_t bytes;
    bool is_fill = false;
    int value = 0;

    TraceLine line(const Trace &trace) const;

    // Moves the bytes; `sequence` is its place in the order of issue of its device. Returns simulated nanoseconds. Throws Fault.
    Work run(std::uint64_t sequence) const;
};

void run_now(const Transfer &transfer, Device &device);
void run_on(const Transfer &transfer, Stream &stream);

} // namespace tpusim::sg_b
