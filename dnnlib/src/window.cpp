#include "window.h"

#include <sys/mman.h>

#include <iterator>

#include "status.h"

namespace tpudnn
{

namespace
{

// Tried in turn: a host that limits address space gets the smaller window.
constexpr uint64_t kSlotSizes[] = {uint64_t{1} << 40, uint64_t{1} << 36, uint64_t{1} << 33};

// A freed run waits behind this many others, or this many bytes of others, of its size before it is used again.
constexpr size_t kQuarantineRuns = 32;
constexpr uint64_t kQuarantineBytes = uint64_t{1} << 31;

void *reserve(uint64_t bytes, int protection)
{
    void *range = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return range == MAP_FAILED ? nullptr : range;
}

// Rounds up to one of eight steps per power of two, so that runs of similar allocations can replace each other.
uint64_t sizeClass(uint64_t granules)
{
    if (granules <= 8)
    {
        return granules;
    }
    int shift = 0;
    while ((granules >> shift) > 16)
    {
        ++shift;
    }
    const uint64_t step = uint64_t{1} << shift;
    return (granules + step - 1) / step * step;
}

} // namespace

AddressWindow &AddressWindow::instance()
{
    static AddressWindow *window = new AddressWindow; // never destroyed: other static objects may still free memory
    return *window;
}

AddressWindow::AddressWindow()
{
    void *range = nullptr;
    for (const uint64_t slotBytes : kSlotSizes)
    {
        range = reserve(slotBytes * kMaxDevices, PROT_NONE);
        if (range)
        {
            slotBytes_ = slotBytes;
            break;
        }
    }
    if (!range)
    {
        throw Error(TPUDNN_STATUS_OUT_OF_MEMORY, "cannot reserve address space for device memory; is there a limit (ulimit -v)?");
    }
    base_ = reinterpret_cast<uint64_t>(range);
    for (int device = 0; device < kMaxDevices; ++device)
    {
        Slot &slot = slots_[static_cast<size_t>(device)];
        slot.base = base_ + slotBytes_ * static_cast<uint64_t>(device);
        slot.name = "device " + std::to_string(device);
        // Zeroed pages come on first touch; a null entry is an empty granule.
        slot.table = static_cast<std::atomic<Allocation *> *>(
            reserve((slotBytes_ >> kGranuleShift) * sizeof(std::atomic<Allocation *>), PROT_READ | PROT_WRITE));
        if (!slot.table)
        {
            throw Error(TPUDNN_STATUS_OUT_OF_MEMORY, "cannot reserve the table of device addresses");
        }
    }
    rangeBase = base_;
    rangeBytes = slotBytes_ * kMaxDevices;
}

void AddressWindow::nameDevice(int device, const std::string &name)
{
    Slot &slot = slots_[static_cast<size_t>(device)];
    const std::unique_lock lock(slot.mutex);
    slot.name = name;
}

void AddressWindow::Queue::push(Allocation *run) noexcept
{
    run->next = nullptr;
    (last ? last->next : first) = run;
    last = run;
    ++count;
}

AddressWindow::Allocation *AddressWindow::Queue::pop() noexcept
{
    Allocation *run = first;
    first = run->next;
    last = first ? last : nullptr;
    --count;
    return run;
}

AddressWindow::Allocation *AddressWindow::takeRun(Slot &slot, uint64_t granules)
{
    Queue &same = slot.freed[granules];
    if (same.count > kQuarantineRuns || same.count * granules * kGranule > kQuarantineBytes)
    {
        return same.pop();
    }
    if (slot.used + granules <= slotBytes_ >> kGranuleShift)
    {
        std::map<uint64_t, Allocation *> one;
        one.emplace(0, nullptr);
        Allocation &run = slot.allocations.emplace_back();
        run.place = one.extract(one.begin());
        run.offset = slot.used * kGranule;
        run.granules = granules;
        slot.used += granules;
        return &run;
    }
    for (auto larger = slot.freed.lower_bound(granules); larger != slot.freed.end(); ++larger)
    {
        if (larger->second.count > 0)
        {
            return larger->second.pop();
        }
    }
    throw Error(TPUDNN_STATUS_OUT_OF_MEMORY, "the address window of " + slot.name + " is full");
}

void *AddressWindow::insert(int device, uint64_t physical, uint64_t bytes)
{
    Slot &slot = slots_[static_cast<size_t>(device)];
    const std::unique_lock lock(slot.mutex);
    // One byte more, so that the address behind the end belongs to this allocation and to no other. Nothing fails from here on.
    Allocation *allocation = takeRun(slot, sizeClass(bytes / kGranule + 1));
    allocation->physical = physical;
    allocation->bytes = bytes;
    allocation->live = true;
    const uint64_t first = allocation->offset >> kGranuleShift;
    for (uint64_t granule = first; granule < first + allocation->granules; ++granule)
    {
        slot.table[granule].store(allocation, std::memory_order_release);
    }
    allocation->place.key() = physical;
    allocation->place.mapped() = allocation;
    slot.byPhysical.insert(std::move(allocation->place));
    return reinterpret_cast<void *>(slot.base + allocation->offset);
}

int AddressWindow::slotOf(const void *address) const
{
    const uint64_t offset = reinterpret_cast<uint64_t>(address) - base_;
    return offset < slotBytes_ * kMaxDevices ? static_cast<int>(offset / slotBytes_) : -1;
}

AddressWindow::Allocation *AddressWindow::allocationAt(int device, uint64_t offset) const
{
    return slots_[static_cast<size_t>(device)].table[offset >> kGranuleShift].load(std::memory_order_acquire);
}

AddressWindow::Block AddressWindow::find(const void *address) const
{
    const int device = slotOf(address);
    if (device >= 0)
    {
        const uint64_t offset = reinterpret_cast<uint64_t>(address) - slots_[static_cast<size_t>(device)].base;
        const Allocation *allocation = allocationAt(device, offset);
        if (allocation && allocation->live && allocation->offset == offset)
        {
            return {device, allocation->physical, allocation->bytes};
        }
    }
    refuseStart(address);
}

void AddressWindow::refuseStart(const void *address) const
{
    const int device = slotOf(address);
    const Allocation *allocation =
        device < 0 ? nullptr : allocationAt(device, reinterpret_cast<uint64_t>(address) - slots_[static_cast<size_t>(device)].base);
    if (allocation && allocation->kept)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "ptr " + hex(address) + " was given to a graph, by a free while a stream was captured: " +
                                                 "it goes with the graph, and cannot be freed again (" + describe(address) + ")");
    }
    throw Error(TPUDNN_STATUS_BAD_PARAM, "ptr " + hex(address) + ": no allocation begins there: " + describe(address));
}

// `device` < 0: any.
void AddressWindow::requireOwner(const void *address, int device) const
{
    const int owner = slotOf(address);
    if (owner >= 0 && device >= 0 && owner != device)
    {
        find(address); // an address that is no allocation at all is refused as such
        refuse(device, address);
    }
}

void AddressWindow::keep(const void *address, int device)
{
    requireOwner(address, device);
    if (slotOf(address) >= 0)
    {
        Slot &slot = slots_[static_cast<size_t>(device)];
        const std::unique_lock lock(slot.mutex);
        const uint64_t offset = reinterpret_cast<uint64_t>(address) - slot.base;
        Allocation *allocation = allocationAt(device, offset);
        if (allocation && allocation->live && !allocation->kept && allocation->offset == offset)
        {
            allocation->kept = true;
            return;
        }
    }
    refuseStart(address);
}

void AddressWindow::unkeep(const void *address, int device)
{
    Slot &slot = slots_[static_cast<size_t>(device)];
    const std::unique_lock lock(slot.mutex);
    if (Allocation *allocation = allocationAt(device, reinterpret_cast<uint64_t>(address) - slot.base))
    {
        allocation->kept = false;
    }
}

AddressWindow::Block AddressWindow::remove(const void *address, int device, bool kept)
{
    requireOwner(address, device);
    const int owner = slotOf(address);
    if (owner >= 0)
    {
        // Under the lock: of several threads that free an address one finds it.
        Slot &slot = slots_[static_cast<size_t>(owner)];
        const std::unique_lock lock(slot.mutex);
        const uint64_t offset = reinterpret_cast<uint64_t>(address) - slot.base;
        Allocation *allocation = allocationAt(owner, offset);
        if (allocation && allocation->live && allocation->kept == kept && allocation->offset == offset)
        {
            allocation->live = false;
            allocation->kept = false;
            allocation->place = slot.byPhysical.extract(allocation->physical);
            slot.freed.find(allocation->granules)->second.push(allocation);
            return {owner, allocation->physical, allocation->bytes};
        }
    }
    refuseStart(address);
}

uint64_t AddressWindow::toPhysical(int device, const void *address, uint64_t bytes, const char *what) const
{
    if (!address)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, std::string(what) + " is null");
    }
    const uint64_t physical = named(what, [&] { return toPhysical(device, address); });
    const uint64_t offset = reinterpret_cast<uint64_t>(address) - slots_[static_cast<size_t>(device)].base;
    const Allocation *allocation = allocationAt(device, offset);
    const uint64_t left = allocation->bytes - (offset - allocation->offset);
    if (bytes > left)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, std::string(what) + " " + hex(address) + ": " + std::to_string(bytes) +
                                                 " bytes from there are more than the " + std::to_string(left) +
                                                 " that the allocation still has");
    }
    return physical;
}

uint64_t AddressWindow::bytesFrom(int device, const void *address) const
{
    const uint64_t offset = reinterpret_cast<uint64_t>(address) - slots_[static_cast<size_t>(device)].base;
    const Allocation *allocation = offset < slotBytes_ ? allocationAt(device, offset) : nullptr;
    if (!allocation || !allocation->live)
    {
        return 0;
    }
    const uint64_t within = offset - allocation->offset, bytes = allocation->bytes;
    return within < bytes ? bytes - within : 0;
}

void *AddressWindow::toVirtual(int device, uint64_t physical) const
{
    if (physical == 0)
    {
        return nullptr;
    }
    const Slot &slot = slots_[static_cast<size_t>(device)];
    const std::shared_lock lock(slot.mutex);
    auto found = slot.byPhysical.upper_bound(physical);
    if (found != slot.byPhysical.begin())
    {
        const Allocation *allocation = (--found)->second;
        if (physical - found->first <= allocation->bytes)
        {
            return reinterpret_cast<void *>(slot.base + allocation->offset + (physical - found->first));
        }
    }
    throw Error(TPUDNN_STATUS_BAD_PARAM, "the physical address " + hex(physical) + " is in no allocation of " + slot.name);
}

int AddressWindow::deviceOf(const void *address) const { return holding(address) ? slotOf(address) : -1; }

const AddressWindow::Allocation *AddressWindow::holding(const void *address) const
{
    const int device = slotOf(address);
    if (device < 0)
    {
        return nullptr;
    }
    const uint64_t offset = reinterpret_cast<uint64_t>(address) - slots_[static_cast<size_t>(device)].base;
    const Allocation *allocation = allocationAt(device, offset);
    return allocation && allocation->live && offset - allocation->offset <= allocation->bytes ? allocation : nullptr;
}

bool AddressWindow::rangeOf(const void *address, void **base, uint64_t *bytes) const
{
    const Allocation *allocation = holding(address);
    if (allocation)
    {
        *base = reinterpret_cast<void *>(slots_[static_cast<size_t>(slotOf(address))].base + allocation->offset);
        *bytes = allocation->bytes;
    }
    return allocation != nullptr;
}

// What an address is, for a message that refuses it.
std::string AddressWindow::describe(const void *address) const
{
    const int device = slotOf(address);
    if (device < 0)
    {
        const auto value = reinterpret_cast<uint64_t>(address);
        for (const Slot &slot : slots_)
        {
            const std::shared_lock lock(slot.mutex);
            const auto above = slot.byPhysical.upper_bound(value);
            const auto found = above != slot.byPhysical.begin() ? std::prev(above) : slot.byPhysical.end();
            if (found != slot.byPhysical.end() && value - found->first < found->second->bytes)
            {
                return "it is a physical address of " + slot.name + "; virtual addresses are wanted here (was it translated already?)";
            }
        }
        return "it is not in device memory (a host address?)";
    }
    const Slot &slot = slots_[static_cast<size_t>(device)];
    const std::shared_lock lock(slot.mutex);
    const uint64_t offset = reinterpret_cast<uint64_t>(address) - slot.base;
    const Allocation *allocation = allocationAt(device, offset);
    if (!allocation)
    {
        return "it is in no allocation of " + slot.name;
    }
    const uint64_t within = offset - allocation->offset;
    const std::string size = std::to_string(allocation->bytes.load());
    if (!allocation->live)
    {
        return "it was freed: an allocation of " + size + " bytes of " + slot.name;
    }
    if (within > allocation->bytes)
    {
        return "it is " + std::to_string(within - allocation->bytes) + " bytes behind the end of an allocation of " + size + " bytes of " +
               slot.name;
    }
    return "it is byte " + std::to_string(within) + " of an allocation of " + size + " bytes of " + slot.name;
}

void AddressWindow::refuse(int device, const void *address) const
{
    throw Error(TPUDNN_STATUS_BAD_PARAM,
                hex(address) + " is no virtual address of " + slots_[static_cast<size_t>(device)].name + ": " + describe(address));
}

} // namespace tpudnn
