#include "memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <stdexcept>
#include <vector>

#if defined __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#endif

namespace tpusim
{
namespace
{

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t guard = page;      // behind every allocation, so that one byte too many is never another allocation's
constexpr std::uint64_t window_factor = 4; // address space over capacity: room for guards, and most wrong addresses hit a hole
constexpr std::size_t released_limit = 1 << 16;

std::byte *reserve(std::uint64_t bytes)
{
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
    {
        throw std::runtime_error("cannot reserve " + std::to_string(bytes) +
                                 " bytes of address space for device memory; set TPUSIM_MEMORY to a smaller size");
    }
    return static_cast<std::byte *>(memory);
}

} // namespace

std::optional<Extents::Range> Extents::take(std::uint64_t bytes, Random *random)
{
    const std::uint64_t wanted = rounded(bytes);
    auto chosen = free_.end();
    std::uint64_t fitting = 0;
    for (auto it = free_.begin(); it != free_.end(); ++it)
    {
        if (it->second < wanted)
        {
            continue;
        }
        ++fitting;
        if (random == nullptr || random->below(fitting) == 0)
        {
            chosen = it;
        }
        if (random == nullptr)
        {
            break;
        }
    }
    if (chosen == free_.end())
    {
        return std::nullopt;
    }
    const auto [start, size] = *chosen;
    const std::uint64_t slack = (size - wanted) / granule_;
    const std::uint64_t offset = start + (random != nullptr ? random->below(slack + 1) * granule_ : 0);
    const std::uint64_t behind = start + size - (offset + wanted);
    Free::node_type spare = new_node(); // all that can fail comes before all that changes
    if (offset == start)
    {
        Free::node_type rest = free_.extract(chosen);
        if (behind > 0)
        {
            put(std::move(rest), offset + wanted, behind);
        }
        return Range{offset, std::move(spare)};
    }
    Free::node_type second = behind > 0 ? new_node() : Free::node_type{};
    chosen->second = offset - start;
    if (behind > 0)
    {
        put(std::move(second), offset + wanted, behind);
    }
    return Range{offset, std::move(spare)};
}

Extents::Free::node_type Extents::new_node()
{
    Free one;
    one.emplace(0, 0);
    return one.extract(one.begin());
}

Extents::Free::iterator Extents::put(Free::node_type node, std::uint64_t offset, std::uint64_t bytes) noexcept
{
    node.key() = offset;
    node.mapped() = bytes;
    return free_.insert(std::move(node)).position;
}

void Extents::give(Range range, std::uint64_t bytes) noexcept
{
    auto it = put(std::move(range.node), range.offset, rounded(bytes));
    const auto next = std::next(it);
    if (next != free_.end() && it->first + it->second == next->first)
    {
        it->second += next->second;
        free_.erase(next);
    }
    if (it != free_.begin())
    {
        const auto previous = std::prev(it);
        if (previous->first + previous->second == it->first)
        {
            previous->second += it->second;
            free_.erase(it);
        }
    }
}

DeviceMemory::DeviceMemory(const MemoryLayout &layout, std::uint64_t capacity, std::uint64_t seed)
    : layout_(layout), first_(layout.base + static_cast<std::uint64_t>(layout.device) * layout.device_stride), capacity_(capacity),
      window_(std::max(capacity / page * page, page) * window_factor), host_(reserve(window_)), host_extents_(window_, page),
      physical_extents_(window_, page), random_(seed)
{
}

DeviceMemory::~DeviceMemory()
{
    ASAN_UNPOISON_MEMORY_REGION(host_, window_);
    munmap(host_, window_);
}

std::uint64_t DeviceMemory::allocate(std::uint64_t bytes)
{
    const std::unique_lock lock(mutex_);
    if (bytes > capacity_ - in_use_)
    {
        return 0;
    }
    PendingFrees pending;
    pending.emplace(0, 0);
    Allocations made; // a node, filled before it joins the others
    Allocation &block = made[0];
    block.bytes = bytes;
    block.pending = pending.extract(pending.begin());
    auto host = host_extents_.take(bytes + guard, nullptr);
    if (!host)
    {
        return 0;
    }
    std::uint64_t offset = host->offset;
    if (layout_.scattered)
    {
        std::optional<Extents::Range> physical;
        try
        {
            physical = physical_extents_.take(bytes + guard, &random_);
        }
        catch (...)
        {
            host_extents_.give(std::move(*host), bytes + guard);
            throw;
        }
        if (!physical)
        {
            host_extents_.give(std::move(*host), bytes + guard);
            return 0;
        }
        offset = physical->offset;
        block.physical = std::move(*physical);
    }
    block.host = std::move(*host);
    const std::uint64_t address = first_ + offset;
    const auto old = released_.lower_bound(address);
    released_.erase(old, released_.lower_bound(address + bytes));
    std::byte *memory = host_ + block.host.offset;
    Allocations::node_type node = made.extract(made.begin());
    node.key() = address;
    allocations_.insert(std::move(node));
    in_use_ += bytes;
    ASAN_UNPOISON_MEMORY_REGION(memory, bytes);
    std::memset(memory, layout_.unset, bytes);
    ASAN_POISON_MEMORY_REGION(memory + bytes, host_extents_.rounded(bytes + guard) - bytes);
    return address;
}

void DeviceMemory::free(std::uint64_t address, const Accessor &by)
{
    const std::unique_lock lock(mutex_);
    const auto it = allocations_.find(address);
    if (it == allocations_.end())
    {
        const auto around = containing(address);
        if (around != allocations_.end())
        {
            throw Fault(by.kernel, by.argument, address,
                        "lies " + std::to_string(address - around->first) + " bytes inside an allocation; free takes its start " +
                            hex(around->first));
        }
        throw Fault(by.kernel, by.argument, address, why_not(address));
    }
    if (it->second.freed_at != never)
    {
        throw Fault(by.kernel, by.argument, address, "was freed already");
    }
    it->second.freed_at = by.sequence;
    PendingFrees::node_type node = std::move(it->second.pending);
    node.key() = by.sequence;
    node.mapped() = address;
    pending_frees_.insert(std::move(node));
}

void DeviceMemory::release(std::uint64_t oldest_pending)
{
    const std::unique_lock lock(mutex_);
    while (!pending_frees_.empty() && pending_frees_.begin()->first < oldest_pending)
    {
        give_back(allocations_.find(pending_frees_.begin()->second));
        pending_frees_.erase(pending_frees_.begin());
    }
}

void DeviceMemory::give_back(Allocations::iterator allocation) noexcept
{
    const std::uint64_t address = allocation->first;
    Allocation &block = allocation->second;
    std::byte *memory = host_ + block.host.offset;
    if (layout_.poison >= 0)
    {
        std::memset(memory, layout_.poison, block.bytes);
    }
    ASAN_POISON_MEMORY_REGION(memory, block.bytes);
    host_extents_.give(std::move(block.host), block.bytes + guard);
    if (layout_.scattered)
    {
        physical_extents_.give(std::move(block.physical), block.bytes + guard);
    }
    remember_released(address, block.bytes);
    in_use_ -= block.bytes;
    allocations_.erase(allocation);
}

void DeviceMemory::remember_released(std::uint64_t address, std::uint64_t bytes) noexcept
{
    if (released_.size() >= released_limit)
    {
        released_.clear();
    }
    try
    {
        released_[address] = bytes;
    }
    catch (const std::bad_alloc &)
    {
        // only the sentence of a later fault is poorer
    }
}

DeviceMemory::Allocations::const_iterator DeviceMemory::containing(std::uint64_t address) const
{
    auto it = allocations_.upper_bound(address);
    if (it == allocations_.begin())
    {
        return allocations_.end();
    }
    --it;
    return address - it->first < it->second.bytes ? it : allocations_.end();
}

void *DeviceMemory::resolve(std::uint64_t address, std::uint64_t bytes, const Accessor &by) const
{
    const std::shared_lock lock(mutex_);
    const auto it = containing(address);
    if (it == allocations_.end())
    {
        throw Fault(by.kernel, by.argument, address, why_not(address));
    }
    const auto &[start, block] = *it;
    if (by.sequence > block.freed_at)
    {
        throw Fault(by.kernel, by.argument, address,
                    "freed memory: the allocation of " + std::to_string(block.bytes) + " bytes at " + hex(start) +
                        " was freed before this ran");
    }
    const std::uint64_t left = block.bytes - (address - start);
    if (bytes > left)
    {
        throw Fault(by.kernel, by.argument, address,
                    "out of bounds: " + std::to_string(bytes) + " bytes from here end " + std::to_string(bytes - left) +
                        " bytes past the end of the allocation of " + std::to_string(block.bytes) + " bytes at " + hex(start));
    }
    return host_ + block.host.offset + (address - start);
}

std::string DeviceMemory::whose(std::uint64_t address) const
{
    const std::uint64_t device = (address - layout_.base) / layout_.device_stride;
    if (address >= layout_.base && device < static_cast<std::uint64_t>(layout_.devices))
    {
        return "this is an address of device " + std::to_string(device) + ", used on device " + std::to_string(layout_.device);
    }
    return std::string("not a physical address of ") + layout_.chip + " (device " + std::to_string(layout_.device) + " has " + hex(first_) +
           " and up): a virtual address that was not translated, an address of another chip, or uninitialised";
}

std::string DeviceMemory::why_not(std::uint64_t address) const
{
    if (address == 0)
    {
        return "null address";
    }
    if (!owns(address))
    {
        return whose(address);
    }
    const auto after = released_.upper_bound(address);
    if (after != released_.begin())
    {
        const auto &[start, size] = *std::prev(after);
        if (address - start < size)
        {
            return "freed memory: the allocation of " + std::to_string(size) + " bytes at " + hex(start) + " was freed before this ran";
        }
    }
    const auto next = allocations_.upper_bound(address);
    if (next == allocations_.begin())
    {
        return "outside every allocation";
    }
    const auto &[start, block] = *std::prev(next);
    return "outside every allocation: " + std::to_string(address - start - block.bytes) + " bytes past the end of the one of " +
           std::to_string(block.bytes) + " bytes at " + hex(start);
}

bool DeviceMemory::has_pending_frees() const
{
    const std::shared_lock lock(mutex_);
    return !pending_frees_.empty();
}

std::uint64_t DeviceMemory::bytes_in_use() const
{
    const std::shared_lock lock(mutex_);
    return in_use_;
}

} // namespace tpusim
