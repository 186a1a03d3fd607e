// Driver of chip sg_b: the tpuv7 runtime behind the driver table. Streams are asynchronous; the runtime's current device is a property
// of the thread, so every entry sets it. The runtime has no event query: a callback behind the event sets a flag.
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "chip_facts.h"
#include "driver_error.h"
#include "simulator.h"
#include "tpuv7_rt.h"

// A library of the vendor's may lack what its header declares.
#pragma weak tpuRtMemcpyD2DAsync
#pragma weak tpuRtMemsetAsync
#pragma weak tpuRtMemcpyP2PAsync

struct tpudnnDriverDevice_st
{
    int index = 0;
    int cores = ChipFacts::cores;
    tpuRtKernelModule_t module = nullptr;
    tpuRtStream_t loader = nullptr;        // the stream that the module was loaded on
    std::mutex mutex;                      // of what follows
    std::vector<tpuRtEvent_t> spareEvents; // of destroyed events, for new ones: the vendor's header declares no function that destroys one
    size_t events = 0;                     // of the runtime, spare or not
};

namespace
{

// How far the work behind an event has come: each recording has a ticket, callbacks raise `passed`.
struct EventProgress
{
    std::atomic<uint64_t> recorded{0};
    std::atomic<uint64_t> passed{0};

    void reach(uint64_t ticket)
    {
        uint64_t seen = passed.load();
        while (seen < ticket && !passed.compare_exchange_weak(seen, ticket))
        {
        }
    }
};

// One recording on a stream; belongs to the stream until its callback has run or the stream was waited for.
struct EventMark
{
    std::shared_ptr<EventProgress> progress;
    uint64_t ticket = 0;
    uint64_t place = 0; // among the recordings on its stream
    std::atomic<bool> fired{false};
};

} // namespace

struct tpudnnDriverStream_st
{
    tpudnnDriverDevice_t device = nullptr;
    tpuRtStream_t stream = nullptr;
    tpuRtKernelModule_t module = nullptr;
    bool owned = false;
    std::mutex mutex; // of what follows
    std::deque<std::unique_ptr<EventMark>> marks;
    uint64_t recordings = 0;
};

struct tpudnnDriverEvent_st
{
    tpudnnDriverDevice_t device = nullptr;
    tpuRtEvent_t event = nullptr;
    std::shared_ptr<EventProgress> progress;
    std::atomic<tpuRtStream_t> stream{nullptr}; // of the last recording
};

namespace
{

using driver::fail;

// Status of the calling thread's last failed call where the runtime can say it (the simulator).
int faultStatus()
{
    using Function = int (*)();
    static const auto function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, "tpuRtSimLastStatus"));
    return function ? function() : tpuRtErrFailure;
}

// The simulator's extras; the vendor's runtime has none of them.
const char *(*simulatorLastFault())()
{
    using Function = const char *(*)();
    static const auto function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, "tpuRtSimLastFault"));
    return function;
}

using SimulatorMemory = int (*)(int device, unsigned long long *free_bytes, unsigned long long *total_bytes);
SimulatorMemory simulatorMemory()
{
    static const auto function = reinterpret_cast<SimulatorMemory>(dlsym(RTLD_DEFAULT, "tpuRtSimMemory"));
    return function;
}

// What a caller says to be the runtime's stream or module. The vendor's header has no function that tells; its library takes their word.
tpudnnStatus_t requireRuntimeObjects(int device, const void *stream, const void *module)
{
    using StreamDevice = int (*)(const void *stream);
    using KernelInfo = int (*)(const void *module, int index, void *info);
    static const auto streamDevice = reinterpret_cast<StreamDevice>(dlsym(RTLD_DEFAULT, "tpuRtSimStreamDevice"));
    static const auto kernelInfo = reinterpret_cast<KernelInfo>(dlsym(RTLD_DEFAULT, "tpuRtSimKernelInfo"));
    if (stream && streamDevice)
    {
        const int of = streamDevice(stream);
        if (of != device)
        {
            return fail(TPUDNN_STATUS_BAD_PARAM,
                        of < 0 ? driver::notLive("stream", stream, "tpuRtStreamCreate") : driver::ofAnother("stream", stream, of, device));
        }
    }
    alignas(8) unsigned char room[64]; // a tpusimKernelInfo_t
    if (module && kernelInfo && kernelInfo(module, 0, room) != 0)
    {
        return fail(TPUDNN_STATUS_BAD_PARAM, driver::notLive("module", module, "tpuRtKernelLoadModule"));
    }
    return TPUDNN_STATUS_SUCCESS;
}

std::string faultText() { return simulatorLastFault() ? simulatorLastFault()() : ""; }

tpudnnStatus_t check(tpuRtStatus_t status, const char *call)
{
    if (status == tpuRtSuccess)
    {
        return TPUDNN_STATUS_SUCCESS;
    }
    const std::string fault = faultText();
    const std::string text = std::string(call) + " returned " + std::to_string(status) + (fault.empty() ? "" : ": " + fault);
    switch (status)
    {
    case tpuRtErrFailure:
        return fail(TPUDNN_STATUS_DEVICE_FAULT, fault.empty() ? text : fault);
    case tpuRtErrNomem:
    case tpuRtErrorMemoryAllocation:
        return fail(TPUDNN_STATUS_OUT_OF_MEMORY, text);
    case tpuRtErrNoFeature:
    case tpuRtErrNotSupported:
        return fail(TPUDNN_STATUS_NOT_SUPPORTED, text);
    case tpuRtErrorInvalidResourceHandle: // the caller's own stream or module, which went while a handle was on it
        return fail(TPUDNN_STATUS_BAD_PARAM, text);
    case tpuRtDevnotready:
    case tpuRtErrorNoDevice:
        return fail(TPUDNN_STATUS_NO_DEVICE, text);
    default:
        return fail(TPUDNN_STATUS_FAILED, text);
    }
}

tpudnnStatus_t enter(tpudnnDriverDevice_t device) { return check(tpuRtSetDevice(device->index), "tpuRtSetDevice"); }

#define DRIVER_ENTER(device)                                                            \
    if (const tpudnnStatus_t entered = enter(device); entered != TPUDNN_STATUS_SUCCESS) \
    {                                                                                   \
        return entered;                                                                 \
    }

void *pointer(uint64_t address) { return reinterpret_cast<void *>(address); } // this runtime's device addresses are void *

tpudnnStatus_t deviceCount(int *count)
{
    const tpudnnStatus_t status = check(tpuRtInit(), "tpuRtInit");
    return status == TPUDNN_STATUS_SUCCESS ? check(tpuRtGetDeviceCount(count), "tpuRtGetDeviceCount") : status;
}

// Also of a device that was opened in part.
void closeDevice(tpudnnDriverDevice_t device)
{
    if (device->loader && enter(device) == TPUDNN_STATUS_SUCCESS)
    {
        if (device->module)
        {
            tpuRtKernelUnloadModule(device->module, device->loader);
        }
        tpuRtStreamDestroy(device->loader);
    }
    delete device;
}

tpudnnStatus_t openDevice(int index, const char *firmware, tpudnnDriverDevice_t *device)
{
    std::unique_ptr<tpudnnDriverDevice_st, void (*)(tpudnnDriverDevice_t)> opened(new tpudnnDriverDevice_st, closeDevice);
    opened->index = index;
    // The runtime cannot be asked how many cores there are; vendors' own libraries take this variable too.
    if (const char *cores = std::getenv("TPUTRAIN_CORE_NUM"))
    {
        opened->cores = std::atoi(cores);
    }
    if (opened->cores < 1)
    {
        return fail(TPUDNN_STATUS_BAD_PARAM, "TPUTRAIN_CORE_NUM is not a positive number");
    }
    DRIVER_ENTER(opened.get());
    const tpudnnStatus_t status = check(tpuRtStreamCreate(&opened->loader), "tpuRtStreamCreate");
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        return status;
    }
    opened->module = tpuRtKernelLoadModuleFile(firmware, opened->loader);
    if (!opened->module)
    {
        const std::string fault = faultText();
        const bool noMemory = faultStatus() == tpuRtErrNomem;
        return fail(noMemory ? TPUDNN_STATUS_OUT_OF_MEMORY : TPUDNN_STATUS_FAILED,
                    "cannot load the firmware " + std::string(firmware) + (fault.empty() ? "" : ": " + fault));
    }
    *device = opened.release();
    return TPUDNN_STATUS_SUCCESS;
}

// The vendor's runtime has no function that tells.
tpudnnStatus_t memoryInfo(tpudnnDriverDevice_t device, uint64_t *free_bytes, uint64_t *total_bytes)
{
    unsigned long long free = 0;
    unsigned long long total = 0;
    if (!simulatorMemory() || simulatorMemory()(device->index, &free, &total) != 0)
    {
        return fail(TPUDNN_STATUS_NOT_SUPPORTED, "the runtime of sg_b cannot say how much memory there is");
    }
    *free_bytes = free;
    *total_bytes = total;
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t properties(tpudnnDriverDevice_t device, tpudnnDriverProperties_t *out)
{
    out->cores = device->cores;
    out->alignment = ChipFacts::alignment;
    out->asynchronous = 1;
    out->dtypes = ChipFacts::dtypes;
    uint64_t free_bytes = 0;
    out->memory_bytes = 0;
    if (simulatorMemory())
    {
        return memoryInfo(device, &free_bytes, &out->memory_bytes);
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t allocate(tpudnnDriverDevice_t device, uint64_t bytes, uint64_t *address)
{
    DRIVER_ENTER(device);
    void *memory = nullptr;
    const tpudnnStatus_t status = check(tpuRtMalloc(&memory, bytes, 0), "tpuRtMalloc");
    *address = reinterpret_cast<uint64_t>(memory);
    return status;
}

tpudnnStatus_t release(tpudnnDriverDevice_t device, tpudnnDriverStream_t stream, uint64_t address)
{
    DRIVER_ENTER(device);
    // The simulator's tpuRtFree is ordered with the streams. The vendor's header does not promise it: wait there.
    if (stream && !simulatorLastFault())
    {
        const tpudnnStatus_t status = check(tpuRtStreamSynchronize(stream->stream), "tpuRtStreamSynchronize");
        if (status != TPUDNN_STATUS_SUCCESS)
        {
            return status;
        }
    }
    void *memory = pointer(address);
    return check(tpuRtFree(&memory, 1), "tpuRtFree");
}

tpudnnStatus_t streamCreate(tpudnnDriverDevice_t device, void *native, void *module, tpudnnDriverStream_t *stream)
{
    DRIVER_ENTER(device);
    const tpudnnStatus_t known = requireRuntimeObjects(device->index, native, module);
    if (known != TPUDNN_STATUS_SUCCESS)
    {
        return known;
    }
    auto created = std::make_unique<tpudnnDriverStream_st>();
    created->device = device;
    created->stream = static_cast<tpuRtStream_t>(native);
    created->module = module ? static_cast<tpuRtKernelModule_t>(module) : device->module;
    created->owned = native == nullptr;
    if (created->owned)
    {
        const tpudnnStatus_t status = check(tpuRtStreamCreate(&created->stream), "tpuRtStreamCreate");
        if (status != TPUDNN_STATUS_SUCCESS)
        {
            return status;
        }
    }
    *stream = created.release();
    return TPUDNN_STATUS_SUCCESS;
}

// Once the stream was waited for, what was recorded on it before has been reached; behind a fault the runtime drops callbacks.
void settleMarks(tpudnnDriverStream_t stream, uint64_t before)
{
    const std::lock_guard<std::mutex> lock(stream->mutex);
    while (!stream->marks.empty() && stream->marks.front()->place < before)
    {
        stream->marks.front()->progress->reach(stream->marks.front()->ticket);
        stream->marks.pop_front();
    }
}

uint64_t recordingsOn(tpudnnDriverStream_t stream)
{
    const std::lock_guard<std::mutex> lock(stream->mutex);
    return stream->recordings;
}

void streamDestroy(tpudnnDriverStream_t stream)
{
    if (enter(stream->device) == TPUDNN_STATUS_SUCCESS)
    {
        tpuRtStreamSynchronize(stream->stream); // callbacks still point into `marks`
        settleMarks(stream, recordingsOn(stream));
        if (stream->owned)
        {
            tpuRtStreamDestroy(stream->stream);
        }
    }
    delete stream;
}

tpudnnStatus_t streamSynchronize(tpudnnDriverStream_t stream)
{
    DRIVER_ENTER(stream->device);
    const uint64_t before = recordingsOn(stream);
    const tpudnnStatus_t status = check(tpuRtStreamSynchronize(stream->stream), "tpuRtStreamSynchronize");
    settleMarks(stream, before);
    return status;
}

tpudnnStatus_t copyH2D(tpudnnDriverStream_t stream, uint64_t dst, const void *src, uint64_t bytes)
{
    DRIVER_ENTER(stream->device);
    return check(tpuRtMemcpyS2DAsync(pointer(dst), src, bytes, stream->stream), "tpuRtMemcpyS2DAsync");
}

tpudnnStatus_t copyD2H(tpudnnDriverStream_t stream, void *dst, uint64_t src, uint64_t bytes)
{
    DRIVER_ENTER(stream->device);
    return check(tpuRtMemcpyD2SAsync(dst, pointer(src), bytes, stream->stream), "tpuRtMemcpyD2SAsync");
}

// For a runtime without copies on the device or fills: bytes go through the host, and the stream is waited for.
constexpr uint64_t kStaging = uint64_t(16) << 20;

tpudnnStatus_t stagedCopy(tpudnnDriverStream_t stream, uint64_t dst, uint64_t src, uint64_t bytes)
{
    std::vector<char> host(std::min(bytes, kStaging));
    for (uint64_t at = 0; at < bytes; at += host.size())
    {
        const uint64_t part = std::min<uint64_t>(bytes - at, host.size());
        tpudnnStatus_t status = copyD2H(stream, host.data(), src + at, part);
        status = status == TPUDNN_STATUS_SUCCESS ? streamSynchronize(stream) : status;
        status = status == TPUDNN_STATUS_SUCCESS ? copyH2D(stream, dst + at, host.data(), part) : status;
        status = status == TPUDNN_STATUS_SUCCESS ? streamSynchronize(stream) : status;
        if (status != TPUDNN_STATUS_SUCCESS)
        {
            return status;
        }
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t stagedFill(tpudnnDriverStream_t stream, uint64_t dst, int value, uint64_t bytes)
{
    const std::vector<char> host(std::min(bytes, kStaging), static_cast<char>(value));
    tpudnnStatus_t status = TPUDNN_STATUS_SUCCESS;
    for (uint64_t at = 0; at < bytes && status == TPUDNN_STATUS_SUCCESS; at += host.size())
    {
        status = copyH2D(stream, dst + at, host.data(), std::min<uint64_t>(bytes - at, host.size()));
    }
    const tpudnnStatus_t done = streamSynchronize(stream); // `host` is read until then
    return status == TPUDNN_STATUS_SUCCESS ? done : status;
}

tpudnnStatus_t copyD2D(tpudnnDriverStream_t stream, uint64_t dst, uint64_t src, uint64_t bytes)
{
    DRIVER_ENTER(stream->device);
    if (tpuRtMemcpyD2DAsync == nullptr)
    {
        return stagedCopy(stream, dst, src, bytes);
    }
    return check(tpuRtMemcpyD2DAsync(pointer(dst), pointer(src), bytes, stream->stream), "tpuRtMemcpyD2DAsync");
}

tpudnnStatus_t copyPeer(tpudnnDriverStream_t stream, uint64_t dst, tpudnnDriverDevice_t from, uint64_t src, uint64_t bytes)
{
    DRIVER_ENTER(stream->device);
    return check(tpuRtMemcpyP2PAsync(pointer(dst), stream->device->index, pointer(src), from->index, bytes, stream->stream),
                 "tpuRtMemcpyP2PAsync");
}

tpudnnStatus_t fill(tpudnnDriverStream_t stream, uint64_t dst, int value, uint64_t bytes)
{
    DRIVER_ENTER(stream->device);
    if (tpuRtMemsetAsync == nullptr)
    {
        return stagedFill(stream, dst, value, bytes);
    }
    return check(tpuRtMemsetAsync(pointer(dst), value, bytes, stream->stream), "tpuRtMemsetAsync");
}

tpudnnStatus_t launch(tpudnnDriverStream_t stream, const tpudnnDriverLaunch_t *launch)
{
    DRIVER_ENTER(stream->device);
    return check(tpuRtKernelLaunchAsync(stream->module, launch->symbol, const_cast<void *>(launch->args),
                                        static_cast<uint32_t>(launch->args_size), 1, static_cast<uint64_t>(launch->cores), stream->stream),
                 launch->symbol);
}

tpudnnStatus_t eventCreate(tpudnnDriverDevice_t device, tpudnnDriverEvent_t *event)
{
    DRIVER_ENTER(device);
    auto created = std::make_unique<tpudnnDriverEvent_st>();
    created->device = device;
    created->progress = std::make_shared<EventProgress>();
    const std::lock_guard<std::mutex> lock(device->mutex);
    if (device->spareEvents.empty())
    {
        device->spareEvents.reserve(device->events + 1);
        const tpudnnStatus_t status = check(tpuRtEventCreate(&created->event), "tpuRtEventCreate");
        if (status != TPUDNN_STATUS_SUCCESS)
        {
            return status;
        }
        ++device->events;
    }
    else
    {
        created->event = device->spareEvents.back();
        device->spareEvents.pop_back();
    }
    *event = created.release();
    return TPUDNN_STATUS_SUCCESS;
}

void eventDestroy(tpudnnDriverEvent_t event)
{
    {
        const std::lock_guard<std::mutex> lock(event->device->mutex);
        event->device->spareEvents.push_back(event->event); // there is room for every event
    }
    delete event;
}

int eventPassed(void *user)
{
    auto *mark = static_cast<EventMark *>(user);
    mark->progress->reach(mark->ticket);
    mark->fired = true;
    return 0;
}

int nothing(void *) { return 0; }

tpudnnStatus_t eventRecord(tpudnnDriverEvent_t event, tpudnnDriverStream_t stream)
{
    DRIVER_ENTER(event->device);
    auto mark = std::make_unique<EventMark>();
    EventMark *recorded = mark.get();
    mark->progress = event->progress;
    const std::lock_guard<std::mutex> lock(stream->mutex);
    while (!stream->marks.empty() && stream->marks.front()->fired)
    {
        stream->marks.pop_front();
    }
    stream->marks.push_back(std::move(mark));
    recorded->place = stream->recordings;
    recorded->ticket = event->progress->recorded + 1;
    tpudnnStatus_t status = check(tpuRtEventRecord(event->event, stream->stream), "tpuRtEventRecord");
    if (status == TPUDNN_STATUS_SUCCESS)
    {
        status = check(tpuRtStreamAddCallback(stream->stream, eventPassed, recorded), "tpuRtStreamAddCallback");
    }
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        stream->marks.pop_back(); // nothing points to it
        return status;
    }
    ++stream->recordings;
    event->progress->recorded = recorded->ticket;
    event->stream = stream->stream;
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t eventQuery(tpudnnDriverEvent_t event, int *done)
{
    DRIVER_ENTER(event->device);
    const auto reached = [&] { return event->progress->passed.load() >= event->progress->recorded.load(); };
    *done = reached() ? 1 : 0;
    if (!*done && simulatorLastFault())
    {
        // The simulator moves on when something is queued: without this a loop that polls would never end.
        const tpuRtStatus_t nudged = tpuRtStreamAddCallback(event->stream, nothing, nullptr);
        *done = reached() || nudged == tpuRtErrorInvalidResourceHandle ? 1 : 0; // a stream that is gone has run to its end
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t eventSynchronize(tpudnnDriverEvent_t event)
{
    DRIVER_ENTER(event->device);
    const uint64_t ticket = event->progress->recorded;
    const tpudnnStatus_t status = check(tpuRtEventSynchronize(event->event), "tpuRtEventSynchronize");
    event->progress->reach(ticket);
    return status;
}

tpudnnStatus_t eventElapsed(float *ms, tpudnnDriverEvent_t start, tpudnnDriverEvent_t end)
{
    DRIVER_ENTER(start->device);
    return check(tpuRtEventElapsedTime(ms, start->event, end->event), "tpuRtEventElapsedTime");
}

tpudnnStatus_t streamWaitEvent(tpudnnDriverStream_t stream, tpudnnDriverEvent_t event)
{
    DRIVER_ENTER(stream->device);
    return check(tpuRtStreamWaitEvent(stream->stream, event->event), "tpuRtStreamWaitEvent");
}

const driver::Simulator<const void *> &simulator()
{
    static const auto found = driver::Simulator<const void *>::find("tpuRtSim");
    return found;
}

int markReached(void *user)
{
    auto *reached = static_cast<tpudnnDriverMark_t *>(user);
    simulator().reach(reached->driver_data, reached);
    return 0;
}

tpudnnStatus_t mark(tpudnnDriverStream_t stream, tpudnnDriverMark_t *reached)
{
    DRIVER_ENTER(stream->device);
    reached->driver_data = stream->stream;
    return check(tpuRtStreamAddCallback(stream->stream, markReached, reached), "tpuRtStreamAddCallback");
}

tpudnnStatus_t peak(tpudnnDriverDevice_t, tpudnnDriverPeak_t *out) { return simulator().tell(out); }
tpudnnStatus_t link(tpudnnDriverDevice_t from, tpudnnDriverDevice_t to, tpudnnDriverLink_t *out)
{
    return simulator().tell(from->index, to->index, out);
}

tpudnnDriver_v1 makeTable()
{
    tpudnnDriver_v1 table = DRIVER_TABLE;
    driver::addSimulated<mark, peak, link, copyPeer>(table, simulator());
    table.event_create = driver::guarded<eventCreate>;
    table.event_destroy = eventDestroy;
    table.event_record = driver::guarded<eventRecord>;
    table.event_query = driver::guarded<eventQuery>;
    table.event_synchronize = driver::guarded<eventSynchronize>;
    table.event_elapsed = driver::guarded<eventElapsed>;
    table.stream_wait_event = driver::guarded<streamWaitEvent>;
    return table;
}

} // namespace

extern "C" TPUDNN_DRIVER_EXPORT const tpudnnDriver_v1 *tpudnnGetDriver(void)
{
    static const tpudnnDriver_v1 table = makeTable();
    return &table;
}
