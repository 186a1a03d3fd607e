// Virtual addresses of device memory: a reserved range of the address space that nobody can read or write.
//
// Every device owns one slot of the range, every allocation a run of granules in it; one table entry per granule leads to the allocation, so
// translating is two loads and no lock. Freed runs are used again only after others, so that a stale address is recognised.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>

namespace tpudnn
{

class AddressWindow
{
public:
    static constexpr int kMaxDevices = 16;

    static AddressWindow &instance();

    // How messages call a device, e.g. "<chip> (device 1)".
    void nameDevice(int device, const std::string &name);

    // Virtual address of a new allocation of `bytes` > 0 at `physical`. OUT_OF_MEMORY when the device's slot is full.
    void *insert(int device, uint64_t physical, uint64_t bytes);

    struct Block
    {
        int device;
        uint64_t physical;
        uint64_t bytes;
    };
    // The allocation that begins at `address`; BAD_PARAM for an interior address or none.
    Block find(const void *address) const;
    // The same, and forgets it. `device` < 0: any. What keep() was given is refused, and only that is taken by removeKept().
    Block remove(const void *address, int device) { return remove(address, device, false); }
    Block removeKept(const void *address, int device) { return remove(address, device, true); }
    // The allocation of `device` that begins at `address` belongs to a graph from now on; what remove() refuses is refused.
    void keep(const void *address, int device);
    // What was kept is not any more.
    void unkeep(const void *address, int device);

    // True for every address of the range, in an allocation or not: the host cannot read or write there. Does not make the window.
    static bool covers(const void *address) noexcept
    {
        return reinterpret_cast<uint64_t>(address) - rangeBase.load(std::memory_order_relaxed) < rangeBytes.load(std::memory_order_acquire);
    }

    // Physical address; 0 for null. The byte behind an allocation's last one translates too, as it does for pointers in C.
    // BAD_PARAM for an address that is not one of `device`'s, with whose it is.
    uint64_t toPhysical(int device, const void *address) const
    {
        const uint64_t offset = reinterpret_cast<uint64_t>(address) - slots_[static_cast<size_t>(device)].base;
        if (offset < slotBytes_)
        {
            const Allocation *allocation =
                slots_[static_cast<size_t>(device)].table[offset >> kGranuleShift].load(std::memory_order_acquire);
            if (allocation)
            {
                const uint64_t within = offset - allocation->offset;
                if (within <= allocation->bytes.load(std::memory_order_relaxed) && allocation->live.load(std::memory_order_relaxed))
                {
                    return allocation->physical.load(std::memory_order_relaxed) + within;
                }
            }
        }
        if (!address)
        {
            return 0;
        }
        refuse(device, address);
    }
    // As above for `bytes` bytes from `address`, all inside one allocation. `what` names the argument in messages.
    uint64_t toPhysical(int device, const void *address, uint64_t bytes, const char *what) const;
    // Bytes from an address of the device to the end of its allocation; 0 for an address in none.
    uint64_t bytesFrom(int device, const void *address) const;
    // The allocation that `address` is in; false for none.
    bool rangeOf(const void *address, void **base, uint64_t *bytes) const;
    // BAD_PARAM for an address in no allocation of the device.
    void *toVirtual(int device, uint64_t physical) const;

    // Device of an address inside the window's allocations; -1 for none.
    int deviceOf(const void *address) const;

private:
    static constexpr int kGranuleShift = 16;
    static constexpr uint64_t kGranule = uint64_t{1} << kGranuleShift;

    // Lives as long as the process; its run of granules is reused for allocations of the same size class.
    struct Allocation
    {
        uint64_t offset = 0; // in the slot
        uint64_t granules = 0;
        std::atomic<uint64_t> physical{0};
        std::atomic<uint64_t> bytes{0};
        std::atomic<bool> live{false};
        std::atomic<bool> kept{false};                     // by a graph
        Allocation *next = nullptr;                        // freed after this one
        std::map<uint64_t, Allocation *>::node_type place; // in byPhysical while it is not live
    };

    // Freed runs of one size, oldest first. Linked through the runs, so that freeing needs no memory.
    struct Queue
    {
        Allocation *first = nullptr;
        Allocation *last = nullptr;
        size_t count = 0;
        void push(Allocation *run) noexcept;
        Allocation *pop() noexcept;
    };

    struct Slot
    {
        uint64_t base = 0;
        std::atomic<Allocation *> *table = nullptr;
        std::string name;
        mutable std::shared_mutex mutex;
        uint64_t used = 0; // granules handed out so far
        std::deque<Allocation> allocations;
        std::map<uint64_t, Queue> freed; // by granules; a queue for every size that was ever handed out
        std::map<uint64_t, Allocation *> byPhysical;
    };

    AddressWindow();
    Allocation *takeRun(Slot &slot, uint64_t granules);
    Allocation *allocationAt(int device, uint64_t offset) const;
    int slotOf(const void *address) const;
    // The live allocation that the address is in, or null.
    const Allocation *holding(const void *address) const;
    Block remove(const void *address, int device, bool kept);
    void requireOwner(const void *address, int device) const;
    std::string describe(const void *address) const;
    [[noreturn]] void refuseStart(const void *address) const;
    [[noreturn]] void refuse(int device, const void *address) const;

    inline static std::atomic<uint64_t> rangeBase{0}; // of covers(); set once
    inline static std::atomic<uint64_t> rangeBytes{0};

    uint64_t base_ = 0;
    uint64_t slotBytes_ = 0;
    std::array<Slot, kMaxDevices> slots_;
};

} // namespace tpudnn
