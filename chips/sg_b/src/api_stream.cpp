// tpuRt*: streams, events, queued copies, kernel modules and launches.
#include <stdexcept>
#include <vector>

#include "transfer.h"

using namespace tpusim;
using namespace tpusim::sg_b;

tpuRtStatus_t tpuRtStreamCreate(tpuRtStream_t *pStream)
{
    return entry("tpuRtStreamCreate", [&] {
        if (pStream == nullptr)
        {
            throw Refusal{tpuRtErrParam, "pStream is null"};
        }
        const auto stream = current_device().add_stream();
        const auto handle = reinterpret_cast<tpuRtStream_t>(stream.get());
        Runtime &rt = runtime();
        try
        {
            const std::unique_lock lock(rt.mutex);
            rt.streams.emplace(handle, stream);
        }
        catch (...)
        {
            stream->device().remove_stream(stream);
            throw;
        }
        *pStream = handle;
    });
}

tpuRtStatus_t tpuRtStreamDestroy(tpuRtStream_t stream)
{
    return entry("tpuRtStreamDestroy", [&] {
        if (stream == nullptr)
        {
            throw Refusal{tpuRtErrorInvalidResourceHandle, "the default stream cannot be destroyed"};
        }
        const auto target = stream_of(stream);
        if (target->runs_here())
        {
            throw Refusal{tpuRtErrBusy, "a callback cannot destroy the stream that runs it"};
        }
        target->run_through(target->last());
        Runtime &rt = runtime();
        {
            const std::unique_lock lock(rt.mutex);
            rt.streams.erase(stream);
        }
        target->device().remove_stream(target);
        wait_for(*target);
    });
}

tpuRtStatus_t tpuRtStreamSynchronize(tpuRtStream_t stream)
{
    return entry("tpuRtStreamSynchronize", [&] {
        const auto target = stream_of(stream);
        Device &device = target->device();
        device.trace.write(device.id, device.trace.line("sync").number("stream", target->id()));
        wait_for(*target);
    });
}

tpuRtStatus_t tpuRtStreamAddCallback(tpuRtStream_t stream, pTpuRtStreamCallback callback, void *userData)
{
    return entry("tpuRtStreamAddCallback", [&] {
        if (callback == nullptr)
        {
            throw Refusal{tpuRtErrParam, "callback is null"};
        }
        Task task;
        task.on_host = true;
        task.run = [=](Stream &, std::uint64_t) {
            callback(userData);
            return Work{};
        };
        stream_of(stream)->enqueue(std::move(task));
    });
}

tpuRtStatus_t tpuRtStreamWaitEvent(tpuRtStream_t stream, tpuRtEvent_t event)
{
    return entry("tpuRtStreamWaitEvent", [&] {
        tpuRtEvent &awaited = event_of(event);
        const auto target = stream_of(stream);
        std::shared_ptr<Record> record;
        {
            const std::lock_guard lock(awaited.mutex);
            record = awaited.record;
        }
        if (!record || record->stream == target)
        {
            return; // nothing recorded, or in order anyway
        }
        Task task;
        task.on_host = true;
        // Records are older than the waits for them, so running the other stream up to the record ends, from any thread.
        task.run = [record](Stream &self, std::uint64_t) {
            record->stream->run_through(record->sequence);
            self.advance_to(record->time_ns);
            if (record->stream->faulted())
            {
                self.set_fault(record->stream->fault());
            }
            return Work{};
        };
        target->enqueue(std::move(task));
    });
}

tpuRtStatus_t tpuRtEventCreate(tpuRtEvent_t *pEvent)
{
    return entry("tpuRtEventCreate", [&] {
        if (pEvent == nullptr)
        {
            throw Refusal{tpuRtErrParam, "pEvent is null"};
        }
        Runtime &rt = runtime();
        auto created = std::make_unique<tpuRtEvent>();
        const tpuRtEvent_t handle = created.get();
        const std::unique_lock lock(rt.mutex);
        rt.events.emplace(handle, std::move(created));
        *pEvent = handle;
    });
}

tpuRtStatus_t tpuRtEventRecord(tpuRtEvent_t event, tpuRtStream_t stream)
{
    return entry("tpuRtEventRecord", [&] {
        tpuRtEvent &target = event_of(event);
        auto record = std::make_shared<Record>();
        record->stream = stream_of(stream);
        Task task;
        task.on_host = true;
        task.run = [time = std::weak_ptr<Record>(record)](Stream &self, std::uint64_t) {
            if (const auto reached = time.lock())
            {
                reached->time_ns = self.clock();
            }
            return Work{};
        };
        const std::lock_guard lock(target.mutex);
        record->sequence = record->stream->enqueue(std::move(task));
        target.record = std::move(record);
    });
}

tpuRtStatus_t tpuRtEventSynchronize(tpuRtEvent_t event)
{
    return entry("tpuRtEventSynchronize", [&] {
        tpuRtEvent &awaited = event_of(event);
        std::shared_ptr<Record> record;
        {
            const std::lock_guard lock(awaited.mutex);
            record = awaited.record;
        }
        if (!record)
        {
            return;
        }
        if (record->stream->runs_here())
        {
            throw Refusal{tpuRtErrBusy, "a callback cannot wait for the stream that runs it"};
        }
        record->stream->run_through(record->sequence);
        record->stream->device().release_freed();
        record->stream->take_fault().raise();
    });
}

tpuRtStatus_t tpuRtEventElapsedTime(float *ms, tpuRtEvent_t start, tpuRtEvent_t end)
{
    return entry("tpuRtEventElapsedTime", [&] {
        if (ms == nullptr)
        {
            throw Refusal{tpuRtErrParam, "ms is null"};
        }
        double times[2];
        const tpuRtEvent_t events[2] = {start, end};
        for (int i = 0; i < 2; ++i)
        {
            tpuRtEvent &event = event_of(events[i]);
            const std::lock_guard lock(event.mutex);
            if (!event.record || !event.record->done())
            {
                throw Refusal{tpuRtDevnotready, std::string(i == 0 ? "start" : "end") + " was not recorded or has not been reached"};
            }
            times[i] = event.record->time_ns;
        }
        *ms = static_cast<float>((times[1] - times[0]) * 1e-6);
    });
}

tpuRtStatus_t tpuRtMemsetAsync(void *devPtr, int value, unsigned long long size, tpuRtStream_t stream)
{
    return entry("tpuRtMemsetAsync", [&] {
        const auto target = stream_of(stream);
        run_on({"tpuRtMemsetAsync", "memset", {&target->device(), address_of(devPtr)}, {}, size, true, value}, *target);
    });
}

tpuRtStatus_t tpuRtMemcpyS2DAsync(void *devPtr, const void *hostPtr, unsigned long long size, tpuRtStream_t stream)
{
    return entry("tpuRtMemcpyS2DAsync", [&] {
        check_host(hostPtr, size, "hostPtr");
        const auto target = stream_of(stream);
        run_on({"tpuRtMemcpyS2DAsync", "s2d", {&target->device(), address_of(devPtr)}, {nullptr, address_of(hostPtr)}, size}, *target);
    });
}

tpuRtStatus_t tpuRtMemcpyD2SAsync(void *hostPtr, const void *devPtr, unsigned long long size, tpuRtStream_t stream)
{
    return entry("tpuRtMemcpyD2SAsync", [&] {
        check_host(hostPtr, size, "hostPtr");
        const auto target = stream_of(stream);
        run_on({"tpuRtMemcpyD2SAsync", "d2s", {nullptr, address_of(hostPtr)}, {&target->device(), address_of(devPtr)}, size}, *target);
    });
}

tpuRtStatus_t tpuRtMemcpyD2DAsync(void *dstDevPtr, const void *srcDevPtr, unsigned long long size, tpuRtStream_t stream)
{
    return entry("tpuRtMemcpyD2DAsync", [&] {
        const auto target = stream_of(stream);
        Device *device = &target->device();
        run_on({"tpuRtMemcpyD2DAsync", "d2d", {device, address_of(dstDevPtr)}, {device, address_of(srcDevPtr)}, size}, *target);
    });
}

tpuRtStatus_t tpuRtMemcpyP2PAsync(void *dstDevPtr, int dstDevice, const void *srcDevPtr, int srcDevice, unsigned long long size,
                                  tpuRtStream_t stream)
{
    return entry("tpuRtMemcpyP2PAsync", [&] {
        const End dst{&device_at(dstDevice), address_of(dstDevPtr)};
        const End src{&device_at(srcDevice), address_of(srcDevPtr)};
        run_on({"tpuRtMemcpyP2PAsync", "p2p", dst, src, size}, *stream_of(stream));
    });
}

namespace
{

template <class Load>
tpuRtKernelModule_t load_module(const char *function, tpuRtStream_t stream, Load &&load)
{
    tpuRtKernelModule_t handle = nullptr;
    entry(function, [&] {
        stream_of(stream); // must be live
        Runtime &rt = runtime();
        auto created = std::make_unique<tpuRtModule>();
        created->module = rt.wrong.checked(load());
        const std::unique_lock lock(rt.mutex);
        const tpuRtKernelModule_t made = created.get();
        rt.modules.emplace(made, std::move(created));
        handle = made;
    });
    return handle;
}

std::shared_ptr<Module> module_of(tpuRtKernelModule_t handle)
{
    Runtime &rt = runtime();
    const std::shared_lock lock(rt.mutex);
    const auto it = rt.modules.find(handle);
    if (it == rt.modules.end())
    {
        throw Refusal{tpuRtErrorInvalidResourceHandle, "the module is not one of tpuRtKernelLoadModule*, or was unloaded"};
    }
    return it->second->module;
}

struct LaunchRequest
{
    const char *function; // that was called
    tpuRtKernelModule_t module;
    const char *kernel;
    const void *args;
    std::uint32_t size;
    std::int64_t cores;
    bool asynchronous;
};

// What can be known at once is refused at once; what only the run shows sticks to the stream.
void launch(const LaunchRequest &request, Stream &stream)
{
    const std::shared_ptr<Module> module = module_of(request.module);
    if (request.kernel == nullptr || (request.args == nullptr && request.size > 0))
    {
        throw Refusal{tpuRtErrParam, "func_name or args is null"};
    }
    const KernelEntry *kernel = module->find(request.kernel);
    if (kernel == nullptr)
    {
        throw Refusal{tpuRtErrParam, "firmware " + module->path() + " has no kernel " + request.kernel};
    }
    const std::string refusal = check_launch(*kernel, request.size, request.cores, chip, stream.device().settings);
    if (!refusal.empty())
    {
        throw Refusal{tpuRtErrParam, refusal};
    }
    const auto *bytes = static_cast<const unsigned char *>(request.args);
    Device &device = stream.device();
    Task task;
    task.trace_order = device.trace.write(device.id, launch_line(device.trace, *kernel, request.args, request.size, request.cores)
                                                         .number("async", request.asynchronous)
                                                         .number("stream", stream.id()));
    task.run = [module, kernel, cores = request.cores,
                args = std::vector<unsigned char>(bytes, bytes + request.size)](Stream &self, std::uint64_t sequence) {
        const Device &on = self.device();
        on.injection.fault_if_due(TPUSIM_LAUNCH, kernel->symbol);
        Random order(on.settings.seed ^ (sequence << 20)); // each launch has an order of cores of its own
        return run_kernel(*kernel, cores, args.data(), on.memory, sequence, chip, order, on.wrong, on.settings);
    };
    stream.enqueue(std::move(task));
}

} // namespace

tpuRtKernelModule_t tpuRtKernelLoadModuleFile(const char *module_file, tpuRtStream_t stream)
{
    return load_module("tpuRtKernelLoadModuleFile", stream,
                       [&] { return Module::from_file(module_file != nullptr ? module_file : "(null)", Chip::name); });
}

tpuRtKernelModule_t tpuRtKernelLoadModule(const char *data, size_t length, tpuRtStream_t stream)
{
    return load_module("tpuRtKernelLoadModule", stream, [&] {
        if (data == nullptr)
        {
            throw Refusal{tpuRtErrParam, "data is null"};
        }
        return Module::from_memory(data, length, Chip::name);
    });
}

tpuRtStatus_t tpuRtKernelUnloadModule(tpuRtKernelModule_t p_module, tpuRtStream_t)
{
    return entry("tpuRtKernelUnloadModule", [&] {
        module_of(p_module);
        Runtime &rt = runtime();
        const std::unique_lock lock(rt.mutex);
        rt.modules.erase(p_module); // queued launches keep the code
    });
}

tpuRtStatus_t tpuRtKernelLaunch(tpuRtKernelModule_t module, const char *func_name, void *args, uint32_t size, uint64_t group_num,
                                uint64_t block_num, tpuRtStream_t stream)
{
    return entry("tpuRtKernelLaunch", [&] {
        const auto target = stream_of(stream);
        launch({"tpuRtKernelLaunch", module, func_name, args, size, static_cast<std::int64_t>(group_num * block_num), false}, *target);
        wait_for(*target);
    });
}

tpuRtStatus_t tpuRtKernelLaunchAsync(tpuRtKernelModule_t module, const char *func_name, void *args, uint32_t size, uint64_t group_num,
                                     uint64_t block_num, tpuRtStream_t stream)
{
    return entry("tpuRtKernelLaunchAsync", [&] {
        launch({"tpuRtKernelLaunchAsync", module, func_name, args, size, static_cast<std::int64_t>(group_num * block_num), true},
               *stream_of(stream));
    });
}
