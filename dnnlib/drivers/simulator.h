// What the simulated runtimes tell beyond their vendors' headers (tpusim.h), looked up by name: a vendor's library has none of it.
#pragma once

#include <dlfcn.h>

#include "../../chips/common/tpusim.h" // by its path: the folder has headers with names of the system's
#include "driver_error.h"

namespace driver
{

// ...SimCounters and ...SimPeak of a runtime; null where it is the vendor's.
template <class Of>
struct Simulator
{
    int (*counters)(Of of, tpusimCounters_t *counters);
    int (*peak)(tpusimPeak_t *peak);
    int (*link)(int from, int to, tpusimLink_t *link);

    // `prefix`: that of the runtime's names.
    static Simulator find(const std::string &prefix)
    {
        const auto named = [&](const char *name) { return dlsym(RTLD_DEFAULT, (prefix + name).c_str()); };
        return {reinterpret_cast<int (*)(Of, tpusimCounters_t *)>(named("Counters")),
                reinterpret_cast<int (*)(tpusimPeak_t *)>(named("Peak")),
                reinterpret_cast<int (*)(int, int, tpusimLink_t *)>(named("Link"))};
    }

    tpudnnStatus_t tell(int from, int to, tpudnnDriverLink_t *out) const
    {
        tpusimLink_t told{};
        if (link(from, to, &told) != 0)
        {
            return fail(TPUDNN_STATUS_BAD_PARAM, "the runtime has no two such devices");
        }
        out->simulated = 1;
        out->port = told.port;
        out->hops = told.hops;
        out->latency_ns = told.latency_ns;
        out->bytes_per_second = told.bytes_per_second;
        return TPUDNN_STATUS_SUCCESS;
    }

    // Where what was queued has ended. False for no such device or stream.
    bool reach(Of of, tpudnnDriverMark_t *mark) const
    {
        tpusimCounters_t counted{};
        if (counters(of, &counted) != 0)
        {
            return false;
        }
        mark->device_ns = counted.device_ns;
        mark->cycles = counted.cycles;
        mark->flops = counted.flops;
        mark->bytes = counted.bytes;
        mark->host_ns = counted.host_ns;
        mark->host_busy_ns = counted.host_busy_ns;
        mark->faulted = counted.faulted;
        mark->known = TPUDNN_MARK_DEVICE_NS | TPUDNN_MARK_HOST_NS | TPUDNN_MARK_CYCLES | TPUDNN_MARK_FLOPS | TPUDNN_MARK_BYTES |
                      TPUDNN_MARK_SIMULATED;
        return true;
    }

    tpudnnStatus_t tell(tpudnnDriverPeak_t *out) const
    {
        tpusimPeak_t told{};
        peak(&told);
        out->simulated = 1;
        out->cycles_per_second = told.cycles_per_second;
        out->flops_per_second = told.flops_per_second;
        out->bytes_per_second = told.bytes_per_second;
        out->launch_ns = told.launch_ns;
        return TPUDNN_STATUS_SUCCESS;
    }
};

// The optional entries, where the runtime is a simulated one.
template <auto mark, auto peak, auto link, auto copyPeer, class Of>
void addSimulated(tpudnnDriver_v1 &table, const Simulator<Of> &simulator)
{
    table.mark = simulator.counters ? guarded<mark> : nullptr;
    table.peak = simulator.peak ? guarded<peak> : nullptr;
    table.link = simulator.link ? guarded<link> : nullptr;
    table.copy_peer = simulator.link ? guarded<copyPeer> : nullptr;
}

// The same for a runtime that counts by device and whose calls have all waited; `deviceOf` gives a stream's, `indexOf` a device's.
template <int (*deviceOf)(tpudnnDriverStream_t), int (*indexOf)(tpudnnDriverDevice_t), auto copyPeer>
struct OfDevice
{
    inline static Simulator<int> simulator{};

    static tpudnnStatus_t mark(tpudnnDriverStream_t stream, tpudnnDriverMark_t *reached)
    {
        return simulator.reach(deviceOf(stream), reached) ? TPUDNN_STATUS_SUCCESS
                                                          : fail(TPUDNN_STATUS_FAILED, "the runtime counts nothing on this stream");
    }
    static tpudnnStatus_t peak(tpudnnDriverDevice_t, tpudnnDriverPeak_t *out) { return simulator.tell(out); }
    static tpudnnStatus_t link(tpudnnDriverDevice_t from, tpudnnDriverDevice_t to, tpudnnDriverLink_t *out)
    {
        return simulator.tell(indexOf(from), indexOf(to), out);
    }
    static tpudnnDriver_v1 added(tpudnnDriver_v1 table, const char *prefix)
    {
        simulator = Simulator<int>::find(prefix);
        addSimulated<mark, peak, link, copyPeer>(table, simulator);
        return table;
    }
};

} // namespace driver
