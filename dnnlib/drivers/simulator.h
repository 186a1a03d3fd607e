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

    static Simulator find(const char *counters, const char *peak)
    {
        return {reinterpret_cast<int (*)(Of, tpusimCounters_t *)>(dlsym(RTLD_DEFAULT, counters)),
                reinterpret_cast<int (*)(tpusimPeak_t *)>(dlsym(RTLD_DEFAULT, peak))};
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
template <auto mark, auto peak, class Of>
void addCounters(tpudnnDriver_v1 &table, const Simulator<Of> &simulator)
{
    table.mark = simulator.counters ? guarded<mark> : nullptr;
    table.peak = simulator.peak ? guarded<peak> : nullptr;
}

// The same for a runtime that counts by device and whose calls have all waited; `deviceOf` gives a stream's.
template <int (*deviceOf)(tpudnnDriverStream_t)>
struct OfDevice
{
    inline static Simulator<int> simulator{};

    static tpudnnStatus_t mark(tpudnnDriverStream_t stream, tpudnnDriverMark_t *reached)
    {
        return simulator.reach(deviceOf(stream), reached) ? TPUDNN_STATUS_SUCCESS
                                                          : fail(TPUDNN_STATUS_FAILED, "the runtime counts nothing on this stream");
    }
    static tpudnnStatus_t peak(tpudnnDriverDevice_t, tpudnnDriverPeak_t *out) { return simulator.tell(out); }
    static tpudnnDriver_v1 added(tpudnnDriver_v1 table, const char *counters, const char *peaks)
    {
        simulator = Simulator<int>::find(counters, peaks);
        addCounters<mark, peak>(table, simulator);
        return table;
    }
};

} // namespace driver
