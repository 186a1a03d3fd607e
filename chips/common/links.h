// The links between a chip's devices: a ring, device i with device i + 1, the last with the first. A model, with the figures of chip.yaml.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "counters.h"
#include "launch.h"
#include "tpusim.h"

namespace tpusim
{

// Links on the shorter way.
inline int hops(int from, int to, int devices)
{
    const int apart = std::abs(from - to);
    return std::min(apart, devices - apart);
}

// Of a copy from one device to another: every link on the way adds its latency, and all carry the bytes at once.
inline Work crossed(const ChipModel &chip, int from, int to, int devices, std::uint64_t bytes)
{
    const int links = hops(from, to, devices);
    return {links * chip.link_latency_ns + static_cast<double>(bytes) / chip.link_bytes_per_ns, bytes};
}

// The same of a copy on one device too.
inline Work copied(const ChipModel &chip, int from, int to, int devices, std::uint64_t bytes)
{
    return from != to ? crossed(chip, from, to, devices, bytes) : Work{static_cast<double>(bytes) / chip.bytes_per_ns, bytes};
}

struct Ends
{
    void *to;
    const void *from;
};

// Of memory that may overlap. A list of `ends` is made in its order, which arguments are not.
inline void move_bytes(Ends ends, std::uint64_t bytes) { std::memmove(ends.to, ends.from, bytes); }

// The runtimes' ...SimLink (tpusim.h).
inline int give_link(const ChipModel &chip, int from, int to, int devices, tpusimLink_t *link)
{
    if (link == nullptr || from < 0 || to < 0 || from >= devices || to >= devices || from == to)
    {
        return -1;
    }
    const int links = hops(from, to, devices);
    const int port = links > 1 ? -1 : to == (from + 1) % devices ? 0 : 1;
    *link = {port, links, links * chip.link_latency_ns, chip.link_bytes_per_ns * 1e9};
    return 0;
}

} // namespace tpusim
