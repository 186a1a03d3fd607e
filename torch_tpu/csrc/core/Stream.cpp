#include "core/Stream.h"

#include <mutex>
#include <vector>

#include "core/Device.h"
#include "core/Status.h"

namespace c10_tpu
{
namespace
{

struct StreamEntry
{
    tpudnnHandle_t handle;
    tpudnnStream_t stream;
};

// Streams of one device, by stream id; the first is the default stream.
struct DeviceStreams
{
    std::mutex mutex;
    std::vector<StreamEntry> entries;
};

DeviceStreams &streamsOf(c10::DeviceIndex device)
{
    // Leaked on purpose: tensors freed while the process ends still need their stream.
    static auto *const streams = new std::vector<DeviceStreams>(static_cast<size_t>(deviceCount()));
    return (*streams)[static_cast<size_t>(checkedDevice(device))];
}

StreamEntry defaultEntry(c10::DeviceIndex device)
{
    StreamEntry entry{tpudnnCreate(device), nullptr};
    TORCH_CHECK(entry.handle != nullptr, "no handle on tpu:", static_cast<int>(device), ": ", tpudnnGetLastError());
    TPU_CHECK_STATUS(tpudnnGetStream(entry.handle, &entry.stream));
    return entry;
}

StreamEntry newEntry(c10::DeviceIndex device)
{
    StreamEntry entry{nullptr, nullptr};
    TPU_CHECK_STATUS(tpudnnStreamCreate(device, &entry.stream));
    entry.handle = tpudnnHandleFromStream(device, entry.stream, nullptr);
    TORCH_CHECK(entry.handle != nullptr, "no handle on a new stream of tpu:", static_cast<int>(device), ": ", tpudnnGetLastError());
    return entry;
}

StreamEntry entryOf(const c10::Stream &stream)
{
    useDevices();
    DeviceStreams &streams = streamsOf(stream.device_index());
    const std::lock_guard<std::mutex> lock(streams.mutex);
    if (streams.entries.empty())
    {
        streams.entries.push_back(defaultEntry(stream.device_index()));
    }
    const auto id = static_cast<size_t>(stream.id());
    TORCH_CHECK(id < streams.entries.size(), "stream ", stream.id(), " of tpu:", static_cast<int>(stream.device_index()),
                " was never created");
    return streams.entries[id];
}

c10::Stream makeStream(c10::DeviceIndex device, c10::StreamId id)
{
    return c10::Stream(c10::Stream::UNSAFE, c10::Device(kTPU, device), id);
}

std::vector<c10::StreamId> &currentIds()
{
    thread_local std::vector<c10::StreamId> ids(static_cast<size_t>(deviceCount()), 0);
    return ids;
}

} // namespace

TPUStream::TPUStream(c10::Stream stream) : stream_(stream)
{
    TORCH_CHECK(stream.device_type() == kTPU, "expected a stream of a tpu device, got one of ", stream.device());
}

tpudnnHandle_t TPUStream::handle() const { return entryOf(stream_).handle; }

tpudnnStream_t TPUStream::stream() const { return entryOf(stream_).stream; }

TPUStream::operator tpudnnHandle_t() const { return handle(); }

void TPUStream::synchronize() const { TPU_CHECK_STATUS(tpudnnSync(handle())); }

bool TPUStream::query() const
{
    int done = 0;
    TPU_CHECK_STATUS(tpudnnStreamQuery(stream(), &done));
    return done != 0;
}

TPUStream getCurrentTPUStream(c10::DeviceIndex device)
{
    const c10::DeviceIndex index = checkedDevice(device);
    return TPUStream(makeStream(index, currentIds().at(static_cast<size_t>(index))));
}

TPUStream getDefaultTPUStream(c10::DeviceIndex device) { return TPUStream(makeStream(checkedDevice(device), 0)); }

TPUStream getNewTPUStream(c10::DeviceIndex device)
{
    const c10::DeviceIndex index = checkedDevice(device);
    getDefaultTPUStream(index).handle(); // id 0 is the default stream
    DeviceStreams &streams = streamsOf(index);
    const std::lock_guard<std::mutex> lock(streams.mutex);
    streams.entries.push_back(newEntry(index));
    return TPUStream(makeStream(index, static_cast<c10::StreamId>(streams.entries.size() - 1)));
}

TPUStream exchangeCurrentTPUStream(TPUStream stream)
{
    const TPUStream previous = getCurrentTPUStream(stream.device_index());
    currentIds().at(static_cast<size_t>(stream.device_index())) = stream.id();
    return previous;
}

void synchronizeDevice(c10::DeviceIndex device) { TPU_CHECK_STATUS(tpudnnDeviceSynchronize(checkedDevice(device))); }

} // namespace c10_tpu
