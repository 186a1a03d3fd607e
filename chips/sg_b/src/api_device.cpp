// tpuRt*: devices, memory, copies, and the tpuRtSim* functions.
#include <cstdlib>
#include <new>

#include "tpusim.h"
#include "transfer.h"

using namespace tpusim;
using namespace tpusim::sg_b;

namespace
{

void require(bool condition, const char *sentence)
{
    if (!condition)
    {
        throw Refusal{tpuRtErrParam, sentence};
    }
}

} // namespace

tpuRtStatus_t tpuRtInit(void) { return initialise(); }

tpuRtStatus_t tpuRtGetDeviceCount(int *count)
{
    return entry("tpuRtGetDeviceCount", [&] {
        require(count != nullptr, "count is null");
        *count = static_cast<int>(runtime().devices.size());
    });
}

tpuRtStatus_t tpuRtGetDevice(int *device)
{
    return entry("tpuRtGetDevice", [&] {
        require(device != nullptr, "device is null");
        runtime();
        *device = current_device_id();
    });
}

tpuRtStatus_t tpuRtSetDevice(int device)
{
    return entry("tpuRtSetDevice", [&] { set_current_device(device); });
}

tpuRtStatus_t tpuRtDeviceSynchronize(void)
{
    return entry("tpuRtDeviceSynchronize", [] {
        Device &device = current_device();
        const auto streams = device.all_streams();
        for (const auto &stream : streams)
        {
            if (stream->runs_here())
            {
                throw Refusal{tpuRtErrBusy, "a callback cannot wait for the stream that runs it"};
            }
        }
        device.trace.write(device.id, device.trace.line("sync"));
        device.drain();
        StreamFault first;
        for (const auto &stream : streams)
        {
            StreamFault fault = stream->take_fault();
            first = first ? std::move(first) : std::move(fault);
        }
        first.raise();
    });
}

tpuRtStatus_t tpuRtMalloc(void **devPtr, unsigned long long size, int)
{
    return entry("tpuRtMalloc", [&] {
        require(devPtr != nullptr, "devPtr is null");
        require(size > 0, "size is 0");
        Device &device = current_device();
        if (device.injection.due(TPUSIM_ALLOCATION))
        {
            throw Refusal{tpuRtErrNomem, injected(TPUSIM_ALLOCATION)};
        }
        device.release_freed();
        std::uint64_t address = device.memory.allocate(size);
        if (address == 0 && device.memory.has_pending_frees())
        {
            device.drain(); // memory is short: wait for what was freed
            address = device.memory.allocate(size);
        }
        if (address == 0)
        {
            throw Refusal{tpuRtErrNomem, "out of memory: " + std::to_string(size) + " bytes asked for, " +
                                             std::to_string(device.memory.bytes_in_use()) + " of " +
                                             std::to_string(device.settings.memory_bytes) + " in use"};
        }
        device.trace.write(device.id, device.trace.line("malloc").hex("address", address).number("bytes", static_cast<double>(size)));
        *devPtr = reinterpret_cast<void *>(address);
    });
}

tpuRtStatus_t tpuRtFree(void **devPtr, int free_num)
{
    return entry("tpuRtFree", [&] {
        static const std::string name = "tpuRtFree";
        require(devPtr != nullptr, "devPtr is null");
        require(free_num >= 0, "free_num is negative");
        for (int i = 0; i < (free_num == 0 ? 1 : free_num); ++i)
        {
            const std::uint64_t address = address_of(devPtr[i]);
            if (address == 0)
            {
                continue;
            }
            Device *owner = &current_device();
            for (const auto &device : runtime().devices)
            {
                owner = device->memory.owns(address) ? device.get() : owner;
            }
            // Sequence 0 is before everything: what is still queued then faults.
            const std::uint64_t sequence = owner->settings.immediate_free ? 0 : ++owner->sequence;
            owner->memory.free(address, {name, "devPtr", sequence});
            owner->trace.write(owner->id, owner->trace.line("free").hex("address", address));
            owner->release_freed();
        }
    });
}

tpuRtStatus_t tpuRtMallocHost(void **ptr, unsigned long long size)
{
    return entry("tpuRtMallocHost", [&] {
        require(ptr != nullptr && size > 0, "ptr is null or size is 0");
        Runtime &rt = runtime();
        void *block = std::aligned_alloc(4096, (size + 4095) / 4096 * 4096);
        if (block == nullptr)
        {
            throw Refusal{tpuRtErrNomem, "the host has no " + std::to_string(size) + " bytes"};
        }
        try
        {
            const std::unique_lock lock(rt.mutex);
            rt.host_blocks[address_of(block)] = size;
        }
        catch (...)
        {
            std::free(block);
            throw;
        }
        *ptr = block;
    });
}

tpuRtStatus_t tpuRtFreeHost(void *ptr)
{
    return entry("tpuRtFreeHost", [&] {
        Runtime &rt = runtime();
        const std::unique_lock lock(rt.mutex);
        require(rt.host_blocks.erase(address_of(ptr)) == 1, "ptr is not one of tpuRtMallocHost, or was freed");
        std::free(ptr);
    });
}

tpuRtStatus_t tpuRtMemset(void *devPtr, int value, unsigned long long size)
{
    return entry("tpuRtMemset", [&] {
        Device &device = current_device();
        run_now({"tpuRtMemset", "memset", {&device, address_of(devPtr)}, {}, size, true, value}, device);
    });
}

tpuRtStatus_t tpuRtMemcpyS2D(void *devPtr, const void *hostPtr, unsigned long long size)
{
    return entry("tpuRtMemcpyS2D", [&] {
        check_host(hostPtr, size, "hostPtr");
        Device &device = current_device();
        run_now({"tpuRtMemcpyS2D", "s2d", {&device, address_of(devPtr)}, {nullptr, address_of(hostPtr)}, size}, device);
    });
}

tpuRtStatus_t tpuRtMemcpyD2S(void *hostPtr, const void *devPtr, unsigned long long size)
{
    return entry("tpuRtMemcpyD2S", [&] {
        check_host(hostPtr, size, "hostPtr");
        Device &device = current_device();
        run_now({"tpuRtMemcpyD2S", "d2s", {nullptr, address_of(hostPtr)}, {&device, address_of(devPtr)}, size}, device);
    });
}

tpuRtStatus_t tpuRtMemcpyD2D(void *dstDevPtr, const void *srcDevPtr, unsigned long long size)
{
    return entry("tpuRtMemcpyD2D", [&] {
        Device &device = current_device();
        run_now({"tpuRtMemcpyD2D", "d2d", {&device, address_of(dstDevPtr)}, {&device, address_of(srcDevPtr)}, size}, device);
    });
}

tpuRtStatus_t tpuRtMemcpyP2P(void *dstDevPtr, int dstDevice, const void *srcDevPtr, int srcDevice, unsigned long long size)
{
    return entry("tpuRtMemcpyP2P", [&] {
        Device &dst = device_at(dstDevice);
        run_now({"tpuRtMemcpyP2P", "p2p", {&dst, address_of(dstDevPtr)}, {&device_at(srcDevice), address_of(srcDevPtr)}, size}, dst);
    });
}

TPUSIM_FUNCTIONS(tpuRtSim, runtime_if_ready)

int tpuRtSimKernelInfo(const void *module, int index, tpusimKernelInfo_t *info)
{
    Runtime *rt = runtime_if_ready();
    if (rt == nullptr || info == nullptr)
    {
        return -1;
    }
    const std::shared_lock lock(rt->mutex);
    const auto it = rt->modules.find(static_cast<tpuRtKernelModule_t>(const_cast<void *>(module)));
    return it != rt->modules.end() && it->second->module->info(index, *info) ? 0 : -1;
}

int tpuRtSimStreamDevice(const void *stream)
{
    Runtime *rt = runtime_if_ready();
    if (rt == nullptr)
    {
        return -1;
    }
    const std::shared_lock lock(rt->mutex);
    const auto it = rt->streams.find(static_cast<tpuRtStream_t>(const_cast<void *>(stream)));
    return it != rt->streams.end() ? it->second->device().id : -1;
}

int tpuRtSimCounters(const void *stream, tpusimCounters_t *counters)
{
    Runtime *rt = runtime_if_ready();
    if (rt == nullptr || counters == nullptr)
    {
        return -1;
    }
    const std::shared_lock lock(rt->mutex);
    const auto it = rt->streams.find(static_cast<tpuRtStream_t>(const_cast<void *>(stream)));
    if (it == rt->streams.end())
    {
        return -1;
    }
    *counters = it->second->counters();
    return 0;
}

double tpuRtSimTime(int device)
{
    double latest = 0;
    Runtime *rt = runtime_if_ready();
    const Device *found = rt != nullptr ? rt->device(device) : nullptr;
    if (found == nullptr)
    {
        return latest;
    }
    entry("tpuRtSimTime", [&] {
        for (const auto &stream : found->all_streams())
        {
            latest = std::max(latest, stream->clock());
        }
    });
    return latest;
}

int tpuRtSimMemory(int device, unsigned long long *free_bytes, unsigned long long *total_bytes)
{
    Runtime *rt = runtime_if_ready();
    Device *found = rt != nullptr ? rt->device(device) : nullptr;
    if (found == nullptr || free_bytes == nullptr || total_bytes == nullptr)
    {
        return -1;
    }
    found->release_freed();
    *total_bytes = rt->settings.memory_bytes;
    *free_bytes = *total_bytes - found->memory.bytes_in_use();
    return 0;
}

void tpuRtSimReset(void) { reset_runtime(); }
