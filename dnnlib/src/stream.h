// Streams and events. Everything that reaches a driver in stream order goes through Stream, so that it can be recorded instead. Any thread may
// use them, several at once too.
#pragma once

#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "activity.h"
#include "device.h"
#include "graph.h"
#include "handle.h"
#include "objects.h"

namespace tpudnn
{

class Profile;
using Measurements = std::list<Measurement>; // entries keep their place: drivers write into them

class Event
{
public:
    explicit Event(Device &device);
    ~Event();
    Event(const Event &) = delete;
    Event &operator=(const Event &) = delete;

    void record(Stream &stream);
    bool query() const;
    void synchronize() const;
    float elapsedSince(const Event &start) const; // milliseconds

    Device &device() const { return device_; }
    bool recorded() const { return recorded_; }
    tpudnnDriverEvent_t native() const { return native_; }

private:
    using Clock = std::chrono::steady_clock;

    Device &device_;
    tpudnnDriverEvent_t native_ = nullptr; // null: the driver has no events, recording waits
    std::atomic<bool> recorded_{false};
    std::atomic<Clock::duration> time_{Clock::duration::zero()};
};

class Stream
{
public:
    // `native`: the runtime's stream, not owned, or null for a new one; `module`: the runtime's kernel module or null.
    Stream(Device &device, void *native, void *module);
    ~Stream();
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;

    Device &device() const { return device_; }
    tpudnnDriverStream_t native() const { return native_; }

    // The C API's name of this stream; a handle keeps a stream whose name has ended, and may not use it.
    tpudnnStream_t name() const { return name_; }
    // Among the device's streams, in the order of creation.
    int number() const { return number_; }
    void setName(tpudnnStream_t name, int number)
    {
        name_ = name;
        number_ = number;
    }
    void end() { ended_ = true; }
    // Throws BAD_PARAM once the stream was destroyed.
    void requireLive() const
    {
        if (ended_.load(std::memory_order_acquire))
        {
            refuseEnded();
        }
    }

    // Queue; physical addresses.
    void launch(const KernelLaunch &launch);
    void copyH2D(uint64_t dst, const void *src, uint64_t bytes);
    void copyD2H(void *dst, uint64_t src, uint64_t bytes);
    void copyD2D(uint64_t dst, uint64_t src, uint64_t bytes);
    // From another device, over the chip's links, which Device::link says there are.
    void copyPeer(uint64_t dst, const Device &from, uint64_t src, uint64_t bytes);
    void fill(uint64_t dst, int value, uint64_t bytes);
    void waitEvent(const Event &event);
    // Memory for what is queued from now on. What is recorded runs later, beside whatever else: it gets memory that nothing uses, or that of its own.
    void *allocate(uint64_t bytes);
    // Gives memory back in stream order; while recording, the graph keeps it.
    void release(void *address);
    // Room for one more release() that may not fail while the stream is recorded.
    void promiseRelease();
    void releasePromised(void *address);

    void synchronize();
    // The same while the stream is captured: for what was queued before.
    void drain();
    bool query();

    void beginCapture();
    std::unique_ptr<Recording> endCapture();
    bool capturing() const { return capturing_.load(std::memory_order_acquire); }
    void replay(const Recording &recording);

    // Launches are recorded from here on (profile.h); BAD_PARAM where they are already, or are not.
    void beginProfile(size_t room, bool withArguments);
    std::shared_ptr<Profile> endProfile();

private:
    // Work of the device, as an activity with its times where they are wanted.
    template <class Describe, class Queue>
    void perform(uint32_t kind, Describe &&describe, Queue &&queue);
    template <class Queue>
    void measure(Measurement &measurement, Queue &&queue);
    void keep(Measurements &measurements) noexcept;
    void wait();
    void holdFault(const Error &error);
    void reportHeldFault();
    void replayNodes(const Recording &recording);
    // False where the stream is not captured.
    template <class Record>
    bool recorded(Record &&record);
    template <class MakeWork>
    bool recordedWork(MakeWork &&work);
    void refuseInCapture(const char *what) const;
    [[noreturn]] void refuseEnded() const;
    void queued() { sequence_.fetch_add(1, std::memory_order_relaxed); }

    Device &device_;
    tpudnnDriverStream_t native_ = nullptr;
    tpudnnStream_t name_ = nullptr;
    int number_ = -1;
    std::atomic<bool> ended_{false};
    std::atomic<bool> capturing_{false};
    std::atomic<uint64_t> sequence_{1}; // changes with everything queued
    std::atomic<uint64_t> finished_{0}; // sequence_ when the stream was last waited for
    std::mutex mutex_;                  // of what follows
    std::unique_ptr<Recording> recording_;
    std::shared_ptr<Profile> profile_;
    uint64_t marked_ = 0; // the sequence that marker_ was recorded at
    std::unique_ptr<Event> marker_;
    std::mutex measuring_; // nothing is queued between what is measured and its points
    std::shared_ptr<Event> timeBase_;
    std::mutex timesMutex_; // of what follows
    Measurements times_;    // of what was queued since the stream was last waited for
    std::string heldFault_; // that a callback has met: the next wait outside of one reports it too
};

// The function of the operator that the calling thread runs, "tpudnnMatmulAsync"; null: none.
const char *runningOperator() noexcept;

// The implementation behind a handle, for a call: BAD_PARAM for null, a wild pointer, a destroyed handle, and one whose stream was destroyed.
inline Ref<TPUDNNImpl> handleOf(tpudnnHandle_t handle)
{
    Ref<TPUDNNImpl> impl = checked<TPUDNNImpl>(handle, "handle");
    impl->stream().requireLive();
    return impl;
}

} // namespace tpudnn
