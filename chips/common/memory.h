// Device memory: physical addresses outside, one reserved host mapping inside. Every access is looked up and checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>
#include <string>

#include "kernel.h"
#include "random.h"

namespace tpusim
{

// Free ranges of an address space, in granules. Not thread-safe.
class Extents
{
public:
    Extents(std::uint64_t size, std::uint64_t granule) : granule_(granule) { free_[0] = size / granule * granule; }

    using Free = std::map<std::uint64_t, std::uint64_t>; // offset -> bytes

    // A range that was taken, with what giving it back needs: that cannot fail.
    struct Range
    {
        std::uint64_t offset = 0;
        Free::node_type node;
    };

    // A range of at least `bytes`: the first that fits, or with `random` a random place in a random extent that fits. Throws std::bad_alloc with
    // nothing changed.
    std::optional<Range> take(std::uint64_t bytes, Random *random);
    void give(Range range, std::uint64_t bytes) noexcept;
    std::uint64_t rounded(std::uint64_t bytes) const { return (bytes + granule_ - 1) / granule_ * granule_; }

private:
    static Free::node_type new_node();
    Free::iterator put(Free::node_type node, std::uint64_t offset, std::uint64_t bytes) noexcept;

    std::uint64_t granule_;
    Free free_;
};

struct MemoryLayout
{
    const char *chip;
    int device;
    int devices; // of this runtime, to name the owner of a foreign address
    std::uint64_t base;
    std::uint64_t device_stride;
    bool scattered;     // physical pages are handed out in seeded order, from a window larger than the memory
    std::uint8_t unset; // fresh bytes
    int poison;         // freed bytes; -1: left as they are
};

// What touches memory, for the sentence of a fault and for the order of frees.
struct Accessor
{
    const std::string &kernel; // or the runtime function
    const char *argument;
    std::uint64_t sequence; // place in the device's order of issue
};

// Thread-safe.
class DeviceMemory
{
public:
    DeviceMemory(const MemoryLayout &layout, std::uint64_t capacity, std::uint64_t seed);
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory &) = delete;
    DeviceMemory &operator=(const DeviceMemory &) = delete;

    // Physical address, or 0 when the memory is exhausted. Throws std::bad_alloc with nothing changed.
    std::uint64_t allocate(std::uint64_t bytes);

    // Ends the allocation that starts at `address` for everything issued after `sequence`; its bytes stay until release(). Throws Fault.
    void free(std::uint64_t address, const Accessor &by);

    // Gives back what was freed before `oldest_pending`, the sequence number of the oldest work that has not run.
    void release(std::uint64_t oldest_pending);

    // Host pointer to [address, address + bytes). Throws Fault.
    void *resolve(std::uint64_t address, std::uint64_t bytes, const Accessor &by) const;

    std::uint64_t first_address() const { return first_; }
    bool owns(std::uint64_t address) const { return address - first_ < layout_.device_stride; }
    bool has_pending_frees() const;
    std::uint64_t bytes_in_use() const;

private:
    static constexpr std::uint64_t never = ~0ULL;

    using PendingFrees = std::multimap<std::uint64_t, std::uint64_t>; // sequence -> address

    // Has all that freeing it needs.
    struct Allocation
    {
        std::uint64_t bytes = 0;
        Extents::Range host;
        Extents::Range physical;
        PendingFrees::node_type pending;
        std::uint64_t freed_at = never;
    };
    using Allocations = std::map<std::uint64_t, Allocation>;

    void remember_released(std::uint64_t address, std::uint64_t bytes) noexcept;
    std::string why_not(std::uint64_t address) const;
    std::string whose(std::uint64_t address) const;
    Allocations::const_iterator containing(std::uint64_t address) const;
    void give_back(Allocations::iterator allocation) noexcept;

    const MemoryLayout layout_;
    const std::uint64_t first_; // lowest physical address
    const std::uint64_t capacity_;
    const std::uint64_t window_; // size of the address space, inside and outside
    std::byte *host_;
    mutable std::shared_mutex mutex_;
    Extents host_extents_;
    Extents physical_extents_;
    Random random_;
    Allocations allocations_;
    std::map<std::uint64_t, std::uint64_t> released_; // address -> bytes, of recent allocations, for sentences
    std::uint64_t in_use_ = 0;
    PendingFrees pending_frees_;
};

template <class Chip>
MemoryLayout memory_layout(int device, int devices)
{
    return {Chip::name, device, devices, Chip::memory_base, Chip::device_stride, Chip::scattered_pages, Chip::unset, Chip::poison};
}

} // namespace tpusim
