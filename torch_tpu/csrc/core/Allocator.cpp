#include "core/Allocator.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/Capture.h"
#include "core/Device.h"
#include "core/Status.h"
#include "core/Stream.h"

namespace c10_tpu
{

namespace
{

using c10::CachingAllocator::StatType;
using c10::CachingDeviceAllocator::DeviceStats;

class Allocator final : public c10::DeviceAllocator
{
public:
    c10::DataPtr allocate(size_t bytes) override;
    c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
    void copy_data(void *dst, const void *src, std::size_t bytes) const override;

    bool initialized() override { return true; }
    void emptyCache(c10::MempoolId_t) override; // the cache is libtpudnn's
    void recordStream(const c10::DataPtr &pointer, c10::Stream stream) override;
    DeviceStats getDeviceStats(c10::DeviceIndex device) override;
    void resetAccumulatedStats(c10::DeviceIndex device) override;
    void resetPeakStats(c10::DeviceIndex device) override;
    std::pair<size_t, size_t> getMemoryInfo(c10::DeviceIndex device) override;

    void release(std::unique_ptr<Block> block) noexcept;
    void use(Block &block, const std::shared_ptr<GraphMemory> &graph)
    {
        const std::lock_guard<std::mutex> lock(mutex_); // two graphs may be captured at once
        std::erase_if(block.users, [&](const auto &each) { return each.expired() || each.lock() == graph; });
        block.users.push_back(graph);
    }

private:
    DeviceStats &stats(c10::DeviceIndex device) { return stats_[checkedDevice(device)]; }

    std::mutex mutex_;
    std::unordered_map<c10::DeviceIndex, DeviceStats> stats_;
};

Allocator &instance()
{
    static auto *const leaked = new Allocator; // outlives every tensor
    return *leaked;
}

void releaseBlock(void *context) { giveBack(std::unique_ptr<Block>(static_cast<Block *>(context))); }

constexpr auto kAggregate = static_cast<size_t>(StatType::AGGREGATE);

void count(DeviceStats &stats, size_t bytes)
{
    stats.allocation[kAggregate].increase(1);
    stats.active[kAggregate].increase(1);
    stats.segment[kAggregate].increase(1);
    for (auto *sum : {&stats.allocated_bytes, &stats.active_bytes, &stats.requested_bytes})
    {
        (*sum)[kAggregate].increase(bytes);
    }
    ++stats.num_device_alloc;
}

void discount(DeviceStats &stats, size_t bytes)
{
    stats.allocation[kAggregate].decrease(1);
    stats.active[kAggregate].decrease(1);
    stats.segment[kAggregate].decrease(1);
    for (auto *sum : {&stats.allocated_bytes, &stats.active_bytes, &stats.requested_bytes})
    {
        (*sum)[kAggregate].decrease(bytes);
    }
    ++stats.num_device_free;
}

// Memory events of torch.profiler. `bytes` < 0: they are given back.
void report(void *data, int64_t bytes, c10::Device device, int64_t allocated)
{
    if (!c10::memoryProfilingEnabled())
    {
        return;
    }
    tpudnnMemoryInfo_t info{};
    tpudnnGetMemoryInfo(device.index(), &info);
    c10::reportMemoryUsageToProfiler(data, bytes, static_cast<size_t>(allocated), info.reserved_bytes, device);
}

c10::DataPtr Allocator::allocate(size_t bytes)
{
    const TPUStream stream = getCurrentTPUStream();
    const c10::Device device(kTPU, stream.device_index());
    if (bytes == 0)
    {
        return {nullptr, device};
    }
    void *data = nullptr;
    const tpudnnStatus_t status = tpudnnMallocAsync(stream, &data, bytes);
    std::unique_lock<std::mutex> lock(mutex_);
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        stats(device.index()).num_ooms += status == TPUDNN_STATUS_OUT_OF_MEMORY ? 1 : 0;
        const char *const what = status == TPUDNN_STATUS_OUT_OF_MEMORY ? "out of memory" : "memory failed";
        raiseStatus(status, c10::str(device, " ", what, ", tried to allocate ", bytes, " bytes: ", tpudnnGetLastError()));
    }
    count(stats(device.index()), bytes);
    const int64_t allocated = stats(device.index()).allocated_bytes[kAggregate].current;
    lock.unlock();
    report(data, static_cast<int64_t>(bytes), device, allocated);
    return {data, new Block{data, bytes, stream.unwrap(), memoryOfCapture(stream.unwrap())}, &releaseBlock, device};
}

void Allocator::release(std::unique_ptr<Block> block) noexcept
{
    if (inBadFork())
    {
        return; // the parent's memory: it is given back there
    }
    try
    {
        // Freed in the order of its own stream; what other streams still do with it must be over before.
        for (const c10::Stream &stream : block->used_on)
        {
            TPUStream(stream).synchronize();
        }
        TPU_CHECK_STATUS(tpudnnFreeAsync(TPUStream(block->stream), block->data));
        std::unique_lock<std::mutex> lock(mutex_);
        discount(stats(block->stream.device_index()), block->bytes);
        const int64_t allocated = stats(block->stream.device_index()).allocated_bytes[kAggregate].current;
        lock.unlock();
        report(block->data, -static_cast<int64_t>(block->bytes), block->stream.device(), allocated);
    }
    catch (const std::exception &error)
    {
        TORCH_WARN("device memory was not given back: ", error.what());
    }
}

void Allocator::copy_data(void *dst, const void *src, std::size_t bytes) const
{
    TPU_CHECK_STATUS(tpudnnMemcpyD2DAsync(getCurrentTPUStream(), dst, src, bytes));
}

void Allocator::recordStream(const c10::DataPtr &pointer, c10::Stream stream)
{
    if (pointer.get_deleter() != &releaseBlock)
    {
        return;
    }
    auto *const block = static_cast<Block *>(pointer.get_context());
    if (stream != block->stream)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        block->used_on.push_back(stream);
    }
}

DeviceStats Allocator::getDeviceStats(c10::DeviceIndex device)
{
    tpudnnMemoryInfo_t info{};
    TPU_CHECK_STATUS(tpudnnGetMemoryInfo(checkedDevice(device), &info));
    const std::lock_guard<std::mutex> lock(mutex_);
    DeviceStats found = stats(device);
    found.reserved_bytes[kAggregate].current = static_cast<int64_t>(info.reserved_bytes);
    found.reserved_bytes[kAggregate].peak = static_cast<int64_t>(info.peak_reserved_bytes);
    return found;
}

template <class Visit>
void visitStats(DeviceStats &stats, Visit visit)
{
    for (auto *sum :
         {&stats.allocation, &stats.active, &stats.segment, &stats.allocated_bytes, &stats.active_bytes, &stats.requested_bytes})
    {
        visit((*sum)[kAggregate]);
    }
}

void Allocator::resetAccumulatedStats(c10::DeviceIndex device)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    visitStats(stats(device), [](auto &stat) { stat.reset_accumulated(); });
    stats(device).num_ooms = stats(device).num_device_alloc = stats(device).num_device_free = 0;
}

void Allocator::resetPeakStats(c10::DeviceIndex device)
{
    TPU_CHECK_STATUS(tpudnnResetPeakMemory(checkedDevice(device)));
    const std::lock_guard<std::mutex> lock(mutex_);
    visitStats(stats(device), [](auto &stat) { stat.reset_peak(); });
}

void Allocator::emptyCache(c10::MempoolId_t)
{
    std::vector<c10::DeviceIndex> used; // a device that nobody used yet is not opened for it
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        for (const auto &entry : stats_)
        {
            used.push_back(entry.first);
        }
    }
    for (const c10::DeviceIndex device : used)
    {
        TPU_CHECK_STATUS(tpudnnEmptyCache(device));
    }
}

std::pair<size_t, size_t> Allocator::getMemoryInfo(c10::DeviceIndex device)
{
    uint64_t free = 0;
    uint64_t total = 0;
    TPU_CHECK_STATUS(tpudnnGetDeviceMemory(checkedDevice(device), &free, &total));
    return {free, total};
}

} // namespace

c10::DeviceAllocator *allocator() { return &instance(); }

void giveBack(std::unique_ptr<Block> block) noexcept
{
    const auto graph = block->graph.lock();
    if (graph != nullptr && graph->adopt(block))
    {
        return;
    }
    for (const auto &each : block->users)
    {
        if (const auto user = each.lock())
        {
            user->hold(std::move(block));
            return;
        }
    }
    instance().release(std::move(block));
}

bool useInGraph(const c10::DataPtr &pointer, const std::shared_ptr<GraphMemory> &graph)
{
    if (pointer.get_deleter() != &releaseBlock)
    {
        return false;
    }
    auto *const block = static_cast<Block *>(pointer.get_context());
    if (block->graph.lock() != graph)
    {
        instance().use(*block, graph);
    }
    return true;
}

std::shared_ptr<GraphMemory> ownerOf(const c10::DataPtr &pointer)
{
    return pointer.get_deleter() == &releaseBlock ? static_cast<const Block *>(pointer.get_context())->graph.lock() : nullptr;
}

REGISTER_ALLOCATOR(c10::DeviceType::PrivateUse1, &instance())

} // namespace c10_tpu
