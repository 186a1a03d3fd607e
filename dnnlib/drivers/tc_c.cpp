// Driver of chip tc_c: tcrt.h behind the driver table. The runtime names memory by handles, so the driver keeps which addresses are whose; every call
// waits, so all streams of a device are one and the library's own events are exact.
#include "tcrt.h"

#include <map>
#include <mutex>

#include "chip_facts.h"
#include "driver_error.h"
#include "simulator.h"

struct tpudnnDriverDevice_st
{
    int index;
    std::mutex mutex;
    std::map<uint64_t, tcBuffer> buffers; // by address
};

struct tpudnnDriverStream_st
{
    tpudnnDriverDevice_t device;
};

namespace
{

using driver::fail;
using Status = tpudnnStatus_t;
using Device = tpudnnDriverDevice_t;
using Stream = tpudnnDriverStream_t;

Status check(tcStatus status)
{
    constexpr Status statuses[] = {TPUDNN_STATUS_SUCCESS, TPUDNN_STATUS_FAILED, TPUDNN_STATUS_OUT_OF_MEMORY, TPUDNN_STATUS_NO_DEVICE,
                                   TPUDNN_STATUS_DEVICE_FAULT};
    return status == TC_OK ? TPUDNN_STATUS_SUCCESS : fail(statuses[status], tcLastError());
}

// An address as the runtime takes it; of buffer 0, which is none, where it lies below all.
tcPlace at(Device device, uint64_t address)
{
    const std::lock_guard<std::mutex> lock(device->mutex);
    const auto after = device->buffers.upper_bound(address);
    return after == device->buffers.begin() ? tcPlace{0, address} : tcPlace{std::prev(after)->second, address - std::prev(after)->first};
}
tcPlace at(Stream stream, uint64_t address) { return at(stream->device, address); }
Status deviceCount(int *count) { return check(tcDeviceCount(count)); }

Status openDevice(int index, const char *firmware, Device *device)
{
    const Status status = check(tcLoadKernels(index, firmware));
    *device = status == TPUDNN_STATUS_SUCCESS ? new tpudnnDriverDevice_st{index, {}, {}} : nullptr;
    return status;
}

void closeDevice(Device device) { delete device; }
Status memoryInfo(Device device, uint64_t *free, uint64_t *total) { return check(tcMemory(device->index, free, total)); }

Status properties(Device device, tpudnnDriverProperties_t *out)
{
    uint64_t free = 0;
    *out = {out->struct_size, ChipFacts::cores, ChipFacts::alignment, 0, ChipFacts::dtypes, 0};
    return memoryInfo(device, &free, &out->memory_bytes);
}

Status allocate(Device device, uint64_t bytes, uint64_t *address)
{
    std::map<uint64_t, tcBuffer> made{{0, 0}}; // what can fail comes before what changes
    auto node = made.extract(made.begin());
    const Status status = check(tcAlloc(device->index, bytes, &node.mapped(), &node.key()));
    if (status == TPUDNN_STATUS_SUCCESS)
    {
        *address = node.key();
        const std::lock_guard<std::mutex> lock(device->mutex);
        device->buffers.insert(std::move(node));
    }
    return status;
}

Status release(Device device, Stream, uint64_t address)
{
    const std::lock_guard<std::mutex> lock(device->mutex);
    const auto node = device->buffers.extract(address);
    return node ? check(tcFree(node.mapped())) : fail(TPUDNN_STATUS_BAD_PARAM, "no allocation begins at this device address");
}

Status streamCreate(Device device, void *native, void *module, Stream *stream)
{
    if (native || module)
    {
        return fail(TPUDNN_STATUS_BAD_PARAM, native ? driver::notLive("stream", native, "streams (it has none)")
                                                    : driver::notLive("module", module, "modules (it has none)"));
    }
    *stream = new tpudnnDriverStream_st{device};
    return TPUDNN_STATUS_SUCCESS;
}

void streamDestroy(Stream stream) { delete stream; }
Status streamSynchronize(Stream) { return TPUDNN_STATUS_SUCCESS; }
int deviceOf(Stream stream) { return stream->device->index; }
int indexOf(Device device) { return device->index; }

Status copyH2D(Stream stream, uint64_t dst, const void *src, uint64_t bytes) { return check(tcWrite(at(stream, dst), src, bytes)); }
Status copyD2H(Stream stream, void *dst, uint64_t src, uint64_t bytes) { return check(tcRead(dst, at(stream, src), bytes)); }
Status copyD2D(Stream stream, uint64_t dst, uint64_t src, uint64_t bytes) { return check(tcCopy(at(stream, dst), at(stream, src), bytes)); }
Status copyPeer(Stream to, uint64_t dst, Device from, uint64_t src, uint64_t n) { return check(tcCopy(at(to, dst), at(from, src), n)); }
Status fill(Stream stream, uint64_t dst, int value, uint64_t bytes) { return check(tcFill(at(stream, dst), value & 0xff, bytes)); }

Status launch(Stream stream, const tpudnnDriverLaunch_t *launch)
{
    return check(tcLaunch(stream->device->index, launch->symbol, launch->args, launch->args_size, launch->cores));
}

} // namespace

extern "C" TPUDNN_DRIVER_EXPORT const tpudnnDriver_v1 *tpudnnGetDriver(void)
{
    static const tpudnnDriver_v1 table = driver::OfDevice<deviceOf, indexOf, copyPeer>::added(DRIVER_TABLE, "tcSim");
    return &table;
}
