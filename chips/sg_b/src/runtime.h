// State behind libtpuv7_rt.so: made by tpuRtInit, one per process.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "chip_runtime.h"
#include "launch.h"
#include "memory.h"
#include "module.h"
#include "simulator.h"
#include "stream.h"
#include "tpuv7_rt.h"

namespace tpusim::sg_b
{

using Chip = traits::sg_b_runtime;
inline constexpr ChipModel chip = chip_model<Chip>();

struct Device
{
    Device(int id, Simulator<Device> &simulator);

    std::shared_ptr<Stream> add_stream();
    void remove_stream(const std::shared_ptr<Stream> &stream); // the stream is empty
    std::vector<std::shared_ptr<Stream>> all_streams() const;

    // Runs what is queued on all streams, interleaved in seeded order.
    void drain();

    // Gives back the memory that was freed before all work that is still queued; without host memory, the next time.
    void release_freed() noexcept;

    const int id;
    const Settings &settings;
    Trace &trace;
    Injection &injection;
    WrongResults &wrong;
    DeviceMemory memory;
    std::atomic<std::uint64_t> sequence{0};
    std::shared_ptr<Stream> default_stream;

private:
    mutable std::mutex mutex_; // of what follows
    std::vector<std::shared_ptr<Stream>> streams_;
    int created_ = 0;
    Random random_;
};

// One recording of an event.
struct Record
{
    std::shared_ptr<Stream> stream;
    std::uint64_t sequence = 0;
    std::atomic<double> time_ns{0};
    bool done() const { return stream->done(sequence); }
};

struct Runtime : Simulator<Device>
{
    using Simulator::Simulator;

    std::shared_mutex mutex; // of what follows
    std::unordered_map<tpuRtStream_t, std::shared_ptr<Stream>> streams;
    std::unordered_map<tpuRtEvent_t, std::unique_ptr<tpuRtEvent>> events;
    std::unordered_map<tpuRtKernelModule_t, std::unique_ptr<tpuRtModule>> modules;
    std::map<std::uintptr_t, std::uint64_t> host_blocks; // of tpuRtMallocHost: start -> bytes
};

tpuRtStatus_t initialise();
void reset_runtime();
Runtime *runtime_if_ready();

using Refusal = RefusalOf<tpuRtStatus_t>; // thrown inside the runtime; entry() turns it into its status

Runtime &runtime();       // throws Refusal before tpuRtInit
Device &current_device(); // of this thread
Device &device_at(int id);
int current_device_id();
void set_current_device(int id);
std::shared_ptr<Stream> stream_of(tpuRtStream_t handle); // NULL: the current device's default stream
tpuRtEvent &event_of(tpuRtEvent_t handle);

// Throws Refusal for null, and for a range that leaves a block of tpuRtMallocHost.
void check_host(const void *pointer, std::uint64_t bytes, const char *argument);

// Runs all that is queued on the stream now, and throws Refusal if it faulted.
void wait_for(Stream &stream);

// Body of every public function: no exception leaves it.
template <class Body>
tpuRtStatus_t entry(const char *function, Body &&body) noexcept
{
    return answer<tpuRtStatus_t>(Chip::name, function, {tpuRtSuccess, tpuRtErrNomem, tpuRtErrFailure, tpuRtErrFailure}, body);
}

inline std::uint64_t address_of(const void *pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

} // namespace tpusim::sg_b

struct tpuRtEvent
{
    std::mutex mutex;
    std::shared_ptr<tpusim::sg_b::Record> record; // empty before the first
};

struct tpuRtModule
{
    std::shared_ptr<tpusim::Module> module;
};
