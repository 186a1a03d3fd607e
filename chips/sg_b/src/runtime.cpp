#include "runtime.h"

#include <algorithm>
#include <stdexcept>

namespace tpusim::sg_b
{
namespace
{

std::mutex state_mutex;
std::atomic<Runtime *> state{nullptr};
thread_local __attribute__((tls_model("initial-exec"))) int device_of_thread = 0; // in the thread's static block: needs no memory

} // namespace

Device::Device(int id, Simulator<Device> &simulator)
    : id(id), settings(simulator.settings), trace(simulator.trace), injection(simulator.injection), wrong(simulator.wrong),
      memory(device_memory<Chip>(id, settings)), random_(settings.seed + static_cast<std::uint64_t>(id))
{
    default_stream = add_stream();
}

std::shared_ptr<Stream> Device::add_stream()
{
    const std::lock_guard lock(mutex_);
    const int number = created_++;
    auto stream = std::make_shared<Stream>(*this, trace, number, settings.seed * 1000003 + static_cast<std::uint64_t>(number));
    streams_.push_back(stream);
    return stream;
}

void Device::remove_stream(const std::shared_ptr<Stream> &stream)
{
    const std::lock_guard lock(mutex_);
    streams_.erase(std::remove(streams_.begin(), streams_.end(), stream), streams_.end());
}

std::vector<std::shared_ptr<Stream>> Device::all_streams() const
{
    const std::lock_guard lock(mutex_);
    return streams_;
}

void Device::drain()
{
    auto streams = all_streams();
    while (!streams.empty())
    {
        std::uint64_t drawn = 0;
        {
            const std::lock_guard lock(mutex_);
            drawn = random_.below(streams.size());
        }
        const auto chosen = streams.begin() + static_cast<std::ptrdiff_t>(drawn);
        if ((*chosen)->oldest_pending() == Stream::none || !(*chosen)->run_one())
        {
            streams.erase(chosen);
        }
    }
    release_freed();
}

void Device::release_freed() noexcept
{
    if (!memory.has_pending_frees())
    {
        return;
    }
    try
    {
        std::uint64_t oldest = sequence.load() + 1;
        for (const auto &stream : all_streams())
        {
            oldest = std::min(oldest, stream->oldest_pending());
        }
        memory.release(oldest);
    }
    catch (const std::bad_alloc &)
    {
        // for the list of streams
    }
}

tpuRtStatus_t initialise()
{
    const std::lock_guard lock(state_mutex);
    if (state.load() != nullptr)
    {
        return tpuRtSuccess;
    }
    return entry("tpuRtInit", [] {
        try
        {
            // Never destroyed at exit: other libraries' destructors may still call in.
            state.store(new Runtime(Chip::name, Settings::from_environment(Chip::name)));
        }
        catch (const std::bad_alloc &)
        {
            throw; // it may be there the next time
        }
        catch (const std::exception &error)
        {
            throw Refusal{tpuRtErrorInitializationError, error.what()};
        }
    });
}

void reset_runtime()
{
    const std::lock_guard lock(state_mutex);
    delete state.exchange(nullptr);
    device_of_thread = 0;
}

Runtime *runtime_if_ready() { return state.load(std::memory_order_acquire); }

Runtime &runtime()
{
    Runtime *ready = runtime_if_ready();
    if (ready == nullptr)
    {
        throw Refusal{tpuRtErrorInitializationError, "the runtime is not initialised; call tpuRtInit first"};
    }
    return *ready;
}

Device &device_at(int id)
{
    Runtime &rt = runtime();
    if (id < 0 || id >= static_cast<int>(rt.devices.size()))
    {
        throw Refusal{tpuRtErrorNoDevice,
                      "no device " + std::to_string(id) + "; there are " + std::to_string(rt.devices.size()) + " (TPUSIM_SG_B_DEVICES)"};
    }
    return *rt.devices[static_cast<std::size_t>(id)];
}

int current_device_id() { return device_of_thread; }
void set_current_device(int id) { device_of_thread = device_at(id).id; }
Device &current_device() { return device_at(device_of_thread); }

std::shared_ptr<Stream> stream_of(tpuRtStream_t handle)
{
    if (handle == nullptr)
    {
        return current_device().default_stream;
    }
    Runtime &rt = runtime();
    const std::shared_lock lock(rt.mutex);
    const auto it = rt.streams.find(handle);
    if (it == rt.streams.end())
    {
        throw Refusal{tpuRtErrorInvalidResourceHandle, "the stream is not one of tpuRtStreamCreate, or was destroyed"};
    }
    return it->second;
}

tpuRtEvent &event_of(tpuRtEvent_t handle)
{
    Runtime &rt = runtime();
    const std::shared_lock lock(rt.mutex);
    const auto it = rt.events.find(handle);
    if (it == rt.events.end())
    {
        throw Refusal{tpuRtErrorInvalidResourceHandle, "the event is not one of tpuRtEventCreate"};
    }
    return *it->second;
}

void check_host(const void *pointer, std::uint64_t bytes, const char *argument)
{
    if (pointer == nullptr)
    {
        throw Refusal{tpuRtErrParam, std::string(argument) + " is null"};
    }
    Runtime &rt = runtime();
    const auto start = reinterpret_cast<std::uintptr_t>(pointer);
    const std::shared_lock lock(rt.mutex);
    const auto next = rt.host_blocks.upper_bound(start);
    if (next == rt.host_blocks.begin())
    {
        return;
    }
    const auto &[block, size] = *std::prev(next);
    if (start - block < size && bytes > size - (start - block))
    {
        throw Refusal{tpuRtErrParam, std::string(argument) + ": " + std::to_string(bytes) + " bytes leave the block of " +
                                         std::to_string(size) + " bytes of tpuRtMallocHost"};
    }
}

void wait_for(Stream &stream)
{
    if (stream.runs_here())
    {
        throw Refusal{tpuRtErrBusy, "a callback cannot wait for the stream that runs it"};
    }
    stream.run_through(stream.last());
    stream.device().release_freed();
    stream.take_fault().raise();
}

} // namespace tpusim::sg_b
