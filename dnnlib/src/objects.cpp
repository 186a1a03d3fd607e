#include "objects.h"

#include <sys/mman.h>

#include <string>

#include "status.h"

namespace tpudnn
{

namespace
{

// Tried in turn: a host that limits address space gets the smaller range.
constexpr uint64_t kRangeBytes[] = {uint64_t{1} << 36, uint64_t{1} << 32, uint64_t{1} << 26};

struct KindText
{
    const char *name;
    const char *maker;
};

constexpr KindText kKinds[] = {{"no object", ""},
                               {"a handle", "tpudnnCreate"},
                               {"a stream", "tpudnnStreamCreate"},
                               {"an event", "tpudnnEventCreate"},
                               {"a graph", "tpudnnStreamEndCapture"},
                               {"an executable graph", "tpudnnGraphInstantiate"},
                               {"a subscriber", "tpudnnActivitySubscribe"}};

const KindText &textOf(ObjectKind kind) { return kKinds[static_cast<size_t>(kind)]; }

} // namespace

ObjectTable &ObjectTable::instance()
{
    static ObjectTable *table = new ObjectTable; // never destroyed: other static objects may still use theirs
    return *table;
}

ObjectTable::ObjectTable()
{
    for (const uint64_t bytes : kRangeBytes)
    {
        void *range = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (range != MAP_FAILED)
        {
            base_ = reinterpret_cast<uint64_t>(range);
            bytes_ = bytes;
            return;
        }
    }
    throw Error(TPUDNN_STATUS_OUT_OF_MEMORY, "cannot reserve address space for handles and streams; is there a limit (ulimit -v)?");
}

// Reads as zeros from now on, the page's own slot too: once the range was gone through it is used again.
void ObjectTable::release(Page &page) { madvise(&page, kPageBytes, MADV_DONTNEED); }

ObjectTable::Slot *ObjectTable::take()
{
    constexpr uint32_t slots = kPageBytes / kSlotBytes;
    const std::lock_guard<std::mutex> lock(mutex_);
    for (uint64_t tried = 0; tried <= bytes_ / kPageBytes; ++tried)
    {
        Page &page = pageAt(page_);
        if (page.used < slots)
        {
            page.used += page.used == 0 ? 2 : 1; // the first slot is the page's own
            ++page.taken;
            return reinterpret_cast<Slot *>(base_ + page_ * kPageBytes + (page.used - 1) * kSlotBytes);
        }
        if (page.taken == 0)
        {
            release(page);
        }
        page_ = (page_ + 1) % (bytes_ / kPageBytes);
        wrapped_ = wrapped_ || page_ == 0;
    }
    throw Error(TPUDNN_STATUS_OUT_OF_MEMORY, "there is no room for one more handle, stream, event or graph; destroy those no longer used");
}

void ObjectTable::giveBack(Slot *slot) noexcept
{
    slot->state.store(0, std::memory_order_release);
    const std::lock_guard<std::mutex> lock(mutex_);
    const uint64_t number = (reinterpret_cast<uint64_t>(slot) - base_) / kPageBytes;
    Page &page = pageAt(number);
    --page.taken;
    if (page.taken == 0 && number != page_)
    {
        release(page);
    }
}

void ObjectTable::publish(Slot *slot, ObjectKind kind) noexcept
{
    slot->state.store(kLive | static_cast<uint64_t>(kind) << kKindShift | 1, std::memory_order_release);
}

ObjectTable::Slot *ObjectTable::retire(const void *object, ObjectKind kind, const char *argument)
{
    if (Slot *slot = slotOf(object))
    {
        uint64_t seen = slot->state.load(std::memory_order_acquire);
        while (isLive(seen, kind))
        {
            if (slot->state.compare_exchange_weak(seen, seen & ~kLive, std::memory_order_acq_rel, std::memory_order_acquire))
            {
                return slot;
            }
        }
    }
    refuse(object, kind, argument);
}

void ObjectTable::refuse(const void *object, ObjectKind kind, const char *argument) const
{
    const KindText &wanted = textOf(kind);
    if (!object)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, std::string(argument) + " is null; " + wanted.maker + " makes one");
    }
    const std::string what = std::string(argument) + " " + hex(object);
    const Slot *slot = slotOf(object);
    const uint64_t state = slot ? slot->state.load(std::memory_order_acquire) : 0;
    if (state & kLive)
    {
        const auto other = static_cast<ObjectKind>(state >> kKindShift & 0xff);
        throw Error(TPUDNN_STATUS_BAD_PARAM, what + " is " + textOf(other).name + ", not " + wanted.name);
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    const uint64_t next = base_ + page_ * kPageBytes + pageAt(page_).used * kSlotBytes;
    const bool handedOut = slot && (wrapped_ || reinterpret_cast<uint64_t>(object) < next);
    if (handedOut)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, what + " was destroyed");
    }
    throw Error(TPUDNN_STATUS_BAD_PARAM, what + " is not " + wanted.name + " of this library; " + wanted.maker + " makes one");
}

} // namespace tpudnn
