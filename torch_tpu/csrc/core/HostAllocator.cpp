#include <ATen/core/CachingHostAllocator.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

#include "core/Allocator.h"
#include "core/Device.h"
#include "core/Fork.h"
#include "core/Stream.h"

namespace c10_tpu
{
namespace
{

constexpr size_t kPage = 4096;

// Page-aligned host memory that is known to be pinned. The runtimes copy from any host memory, so nothing has to be locked.
class HostAllocator final : public at::HostAllocator
{
public:
    c10::DataPtr allocate(size_t bytes) override
    {
        useDevices();
        if (bytes == 0)
        {
            return {nullptr, c10::DeviceType::CPU};
        }
        void *const data = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
        TORCH_CHECK_WITH(OutOfMemoryError, data != nullptr, "no host memory for ", bytes, " pinned bytes");
        const std::lock_guard<std::mutex> lock(mutex_);
        blocks_.emplace(static_cast<const char *>(data), Block{bytes, {}});
        return {data, data, &release, c10::DeviceType::CPU};
    }

    void copy_data(void *dst, const void *src, std::size_t bytes) const override { default_copy_data(dst, src, bytes); }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }

    bool record_event(void *data, void *, c10::Stream stream) override
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto block = find(data);
        if (block == blocks_.end())
        {
            return false;
        }
        block->second.used_on.push_back(stream);
        return true;
    }
    void empty_cache() override {}
    at::HostStats get_stats() override { return {}; }
    void reset_accumulated_stats() override {}
    void reset_peak_stats() override {}

    bool owns(const void *data)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        return find(data) != blocks_.end();
    }

private:
    struct Block
    {
        size_t bytes;
        std::vector<c10::Stream> used_on; // streams on which a copy may still read or write the block
    };
    using Blocks = std::map<const char *, Block>;

    static void release(void *data);

    // The block that `data` points into; mutex_ is held.
    Blocks::iterator find(const void *data)
    {
        const auto *const address = static_cast<const char *>(data);
        auto next = blocks_.upper_bound(address);
        if (next == blocks_.begin())
        {
            return blocks_.end();
        }
        --next;
        return address < next->first + next->second.bytes ? next : blocks_.end();
    }

    std::mutex mutex_;
    Blocks blocks_;
};

HostAllocator &instance()
{
    static auto *const leaked = new HostAllocator; // outlives every tensor
    return *leaked;
}

void HostAllocator::release(void *data)
{
    if (inBadFork())
    {
        return;
    }
    std::vector<c10::Stream> used_on;
    {
        const std::lock_guard<std::mutex> lock(instance().mutex_);
        const auto block = instance().find(data);
        used_on.swap(block->second.used_on);
        instance().blocks_.erase(block);
    }
    for (const c10::Stream &stream : used_on)
    {
        tpudnnStreamSynchronize(TPUStream(stream).stream()); // a fault is reported to whoever waits for the stream
    }
    std::free(data);
}

} // namespace

bool isPinned(const void *data)
{
    return !inBadFork() && instance().owns(data); // another thread of the parent may have held the lock
}

} // namespace c10_tpu

REGISTER_HOST_ALLOCATOR(at::kPrivateUse1, &c10_tpu::instance())
