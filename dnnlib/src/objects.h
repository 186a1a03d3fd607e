// Objects of the C API: what tpudnnHandle_t, tpudnnStream_t, tpudnnEvent_t, tpudnnGraph_t and tpudnnGraphExec_t name.
//
// Each lives in a slot of a reserved range of addresses, and its address there is its name. Slots are handed out in turn, so the name of a
// destroyed object names no other before the whole range was used; pages without a live object go back to the system and read as zeros, which is
// no live object. So any pointer can be asked whether it names an object, and nothing that was freed is read.
// A call holds a reference while it runs: an object that another thread destroys meanwhile goes with the last reference.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "tpuDNNRuntime.h"

class TPUDNNImpl;

namespace tpudnn
{

class Stream;
class Event;
class Graph;
class GraphExec;

enum class ObjectKind : uint32_t
{
    none,
    handle,
    stream,
    event,
    graph,
    graphExec,
    subscriber
};

// The C type of a class, what its slot holds, and how to come from there to the object.
template <class T>
struct ObjectType;

template <class T, class Name, class Holder, ObjectKind kindOfT>
struct HeldObject
{
    using Public = Name;
    using Held = Holder;
    static constexpr ObjectKind kind = kindOfT;
    static T &get(Held &held) { return *held; }
};
template <>
struct ObjectType<Stream> : HeldObject<Stream, tpudnnStream_t, std::shared_ptr<Stream>, ObjectKind::stream>
{
};
template <>
struct ObjectType<Event> : HeldObject<Event, tpudnnEvent_t, std::unique_ptr<Event>, ObjectKind::event>
{
};
template <>
struct ObjectType<Graph> : HeldObject<Graph, tpudnnGraph_t, std::unique_ptr<Graph>, ObjectKind::graph>
{
};
template <>
struct ObjectType<GraphExec> : HeldObject<GraphExec, tpudnnGraphExec_t, std::unique_ptr<GraphExec>, ObjectKind::graphExec>
{
};
// In the slot itself: a body whose operator has no generated entry casts the handle to it.
template <>
struct ObjectType<TPUDNNImpl>
{
    using Public = tpudnnHandle_t;
    using Held = TPUDNNImpl;
    static constexpr ObjectKind kind = ObjectKind::handle;
    static TPUDNNImpl &get(TPUDNNImpl &held) { return held; }
};

class ObjectTable
{
public:
    static constexpr size_t kSlotBytes = 64;

    struct alignas(kSlotBytes) Slot
    {
        std::atomic<uint64_t> state; // live bit, kind, references; 0: no object
        alignas(8) unsigned char object[kSlotBytes - sizeof(std::atomic<uint64_t>)];
    };

    static ObjectTable &instance();

    // An empty slot; OUT_OF_MEMORY where the range is full.
    Slot *take();
    // A slot whose object is gone, or was never made.
    void giveBack(Slot *slot) noexcept;
    // From now on the slot's address names its object. One reference is the name's own.
    static void publish(Slot *slot, ObjectKind kind) noexcept;

    // A reference to the live object of that kind; BAD_PARAM with the argument's name and what the pointer is instead.
    Slot *enter(const void *object, ObjectKind kind, const char *argument)
    {
        Slot *slot = slotOf(object);
        if (slot)
        {
            uint64_t seen = slot->state.load(std::memory_order_acquire);
            while (isLive(seen, kind))
            {
                if (slot->state.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel, std::memory_order_acquire))
                {
                    return slot;
                }
            }
        }
        refuse(object, kind, argument);
    }
    // Takes the name's own reference: nobody enters any more. BAD_PARAM as above, also for all but one of several threads.
    Slot *retire(const void *object, ObjectKind kind, const char *argument);
    // True where that was the last reference: the caller destroys the object and gives the slot back.
    static bool leave(Slot *slot) noexcept { return (slot->state.fetch_sub(1, std::memory_order_acq_rel) & kReferences) == 1; }

    // True for an address in the range, whatever is or was there.
    bool covers(const void *object) const noexcept { return reinterpret_cast<uint64_t>(object) - base_ < bytes_; }

private:
    static constexpr uint64_t kReferences = 0xffffffff;
    static constexpr int kKindShift = 32;
    static constexpr uint64_t kLive = uint64_t{1} << 63;
    static constexpr size_t kPageBytes = 4096;

    // In place of a page's first slot; guarded by mutex_.
    struct Page
    {
        uint32_t used;  // slots handed out, the page's own included
        uint32_t taken; // of them not given back
    };

    ObjectTable();
    static bool isLive(uint64_t state, ObjectKind kind)
    {
        return (state & ~kReferences) == (kLive | static_cast<uint64_t>(kind) << kKindShift);
    }
    Slot *slotOf(const void *object) const noexcept
    {
        const uint64_t offset = reinterpret_cast<uint64_t>(object) - base_;
        const bool named = offset < bytes_ && offset % kSlotBytes == offsetof(Slot, object) && offset % kPageBytes >= kSlotBytes;
        return named ? reinterpret_cast<Slot *>(base_ + offset - offsetof(Slot, object)) : nullptr;
    }
    Page &pageAt(uint64_t number) const { return *reinterpret_cast<Page *>(base_ + number * kPageBytes); }
    static void release(Page &page);
    [[noreturn]] void refuse(const void *object, ObjectKind kind, const char *argument) const;

    uint64_t base_ = 0;
    uint64_t bytes_ = 0;
    mutable std::mutex mutex_; // of what follows
    uint64_t page_ = 0;        // slots are handed out there
    bool wrapped_ = false;     // the range was gone through once
};

// A reference to an object, for as long as a call needs it.
template <class T>
class Ref
{
    using Type = ObjectType<T>;

public:
    explicit Ref(ObjectTable::Slot *slot) : slot_(slot) {}
    Ref(Ref &&other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
    Ref(const Ref &) = delete;
    Ref &operator=(const Ref &) = delete;
    Ref &operator=(Ref &&) = delete;
    ~Ref()
    {
        if (slot_ && ObjectTable::leave(slot_))
        {
            held().~Held();
            ObjectTable::instance().giveBack(slot_);
        }
    }

    T &operator*() const { return Type::get(held()); }
    T *operator->() const { return &Type::get(held()); }
    typename Type::Held &held() const { return *std::launder(reinterpret_cast<typename Type::Held *>(slot_->object)); }

private:
    using Held = typename Type::Held;
    ObjectTable::Slot *slot_;
};

// Makes what the slot of a T holds from the arguments, and names it.
template <class T, class... Arguments>
typename ObjectType<T>::Public publish(Arguments &&...arguments)
{
    using Held = typename ObjectType<T>::Held;
    static_assert(sizeof(Held) <= sizeof(ObjectTable::Slot::object) && alignof(Held) <= 8, "what a slot holds must fit");
    ObjectTable::Slot *slot = ObjectTable::instance().take();
    try
    {
        new (slot->object) Held(std::forward<Arguments>(arguments)...);
    }
    catch (...)
    {
        ObjectTable::instance().giveBack(slot);
        throw;
    }
    ObjectTable::publish(slot, ObjectType<T>::kind);
    return reinterpret_cast<typename ObjectType<T>::Public>(slot->object);
}

// The object that an argument names. BAD_PARAM for null, a wild pointer, an object of another kind, and a destroyed one.
template <class T>
Ref<T> checked(typename ObjectType<T>::Public object, const char *argument)
{
    return Ref<T>(ObjectTable::instance().enter(object, ObjectType<T>::kind, argument));
}

// The same, and the name ends. The object goes with the last reference.
template <class T>
Ref<T> retired(typename ObjectType<T>::Public object, const char *argument)
{
    return Ref<T>(ObjectTable::instance().retire(object, ObjectType<T>::kind, argument));
}

} // namespace tpudnn
