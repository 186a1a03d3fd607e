// Runtime state, devices, handles, waiting, and the bmSim* functions.
#include "runtime.h"

#include <new>
#include <stdexcept>

#include "tpusim.h"

namespace tpusim::bm_a
{
namespace
{

std::mutex state_mutex;
std::atomic<Runtime *> state{nullptr};

std::string bad_handle(const char *function) { return std::string(function) + ": the handle is not one of bm_dev_request, or was freed"; }

} // namespace

Device::Device(int id, const Simulator<Device> &simulator)
    : id(id), memory(device_memory<Chip>(id, simulator.settings)), random(simulator.settings.seed + static_cast<std::uint64_t>(id))
{
}

Runtime *runtime()
{
    if (Runtime *ready = state.load(std::memory_order_acquire))
    {
        return ready;
    }
    const std::lock_guard lock(state_mutex);
    if (state.load(std::memory_order_relaxed) == nullptr)
    {
        try
        {
            // Never destroyed at exit: other libraries' destructors may still call in.
            state.store(new Runtime(Chip::name, Settings::from_environment(Chip::name)), std::memory_order_release);
        }
        catch (const std::bad_alloc &)
        {
            throw; // it may be there the next time
        }
        catch (const std::exception &error)
        {
            report_failure(Chip::name, BM_ERR_DEVNOTREADY, error.what());
        }
    }
    return state.load(std::memory_order_relaxed);
}

void reset_runtime()
{
    const std::lock_guard lock(state_mutex);
    delete state.exchange(nullptr);
}

bm_status_t fail(bm_status_t status, const std::string &sentence)
{
    report_failure(Chip::name, status, sentence);
    return status;
}

bm_context *context(bm_handle_t handle, const char *function)
{
    if (Runtime *rt = runtime())
    {
        const std::shared_lock lock(rt->mutex);
        const auto it = rt->handles.find(handle);
        if (it != rt->handles.end())
        {
            return it->second.get();
        }
        report_failure(Chip::name, BM_ERR_PARAM, bad_handle(function));
    }
    return nullptr;
}

} // namespace tpusim::bm_a

using namespace tpusim;
using namespace tpusim::bm_a;

bm_status_t bm_dev_getcount(int *count)
{
    return entry("bm_dev_getcount", [&] {
        Runtime *rt = runtime();
        if (rt == nullptr || count == nullptr)
        {
            return rt == nullptr ? BM_ERR_DEVNOTREADY : fail(BM_ERR_PARAM, "bm_dev_getcount: count is null");
        }
        *count = static_cast<int>(rt->devices.size());
        return BM_SUCCESS;
    });
}

bm_status_t bm_dev_query(int devid)
{
    return entry("bm_dev_query", [&] {
        Runtime *rt = runtime();
        return rt != nullptr && devid >= 0 && devid < static_cast<int>(rt->devices.size()) ? BM_SUCCESS : BM_ERR_DEVNOTREADY;
    });
}

bm_status_t bm_dev_request(bm_handle_t *handle, int devid)
{
    return entry("bm_dev_request", [&] {
        Runtime *rt = runtime();
        if (rt == nullptr)
        {
            return BM_ERR_DEVNOTREADY;
        }
        if (handle == nullptr)
        {
            return fail(BM_ERR_PARAM, "bm_dev_request: handle is null");
        }
        if (bm_dev_query(devid) != BM_SUCCESS)
        {
            return fail(BM_ERR_DEVNOTREADY, "bm_dev_request: no device " + std::to_string(devid) + "; there are " +
                                                std::to_string(rt->devices.size()) + " (TPUSIM_BM_A_DEVICES)");
        }
        auto created = std::make_unique<bm_context>();
        created->device = rt->devices[static_cast<std::size_t>(devid)].get();
        const bm_handle_t made = created.get();
        const std::unique_lock lock(rt->mutex);
        rt->handles.emplace(made, std::move(created));
        *handle = made;
        return BM_SUCCESS;
    });
}

int bm_get_devid(bm_handle_t handle)
{
    const auto body = [&] {
        const bm_context *ctx = context(handle, "bm_get_devid");
        return ctx != nullptr ? ctx->device->id : -1;
    };
    return entry("bm_get_devid", body, [](bm_status_t) { return -1; });
}

void bm_dev_free(bm_handle_t handle)
{
    entry("bm_dev_free", [&] {
        if (context(handle, "bm_dev_free") == nullptr)
        {
            return BM_ERR_PARAM;
        }
        const std::unique_lock lock(runtime()->mutex);
        runtime()->handles.erase(handle);
        return BM_SUCCESS;
    });
}

namespace
{

bm_status_t wait(bm_handle_t handle, const char *function)
{
    return entry(function, [&] {
        bm_context *ctx = context(handle, function);
        if (ctx == nullptr)
        {
            return BM_ERR_PARAM;
        }
        std::string fault;
        {
            const std::lock_guard lock(ctx->mutex);
            fault.swap(ctx->asynchronous_fault);
        }
        return fault.empty() ? BM_SUCCESS : fail(BM_ERR_FAILURE, fault);
    });
}

} // namespace

bm_status_t bm_device_sync(bm_handle_t handle) { return wait(handle, "bm_device_sync"); }
bm_status_t bm_handle_sync(bm_handle_t handle) { return wait(handle, "bm_handle_sync"); }
bm_status_t bm_thread_sync(bm_handle_t handle) { return wait(handle, "bm_thread_sync"); }
bm_status_t tpu_kernel_sync(bm_handle_t handle) { return wait(handle, "tpu_kernel_sync"); }

bm_status_t bm_get_last_api_process_time_us(bm_handle_t handle, unsigned long *time_us)
{
    return entry("bm_get_last_api_process_time_us", [&] {
        bm_context *ctx = context(handle, "bm_get_last_api_process_time_us");
        if (ctx == nullptr || time_us == nullptr)
        {
            return BM_ERR_PARAM;
        }
        const std::lock_guard lock(ctx->mutex);
        *time_us = static_cast<unsigned long>(ctx->last_duration_ns / 1000.0);
        return BM_SUCCESS;
    });
}

bm_status_t bm_get_tpu_scalar_num(bm_handle_t handle, unsigned int *core_num)
{
    return entry("bm_get_tpu_scalar_num", [&] {
        if (context(handle, "bm_get_tpu_scalar_num") == nullptr || core_num == nullptr)
        {
            return BM_ERR_PARAM;
        }
        *core_num = Chip::cores;
        return BM_SUCCESS;
    });
}

namespace
{

Runtime *runtime_or_null() noexcept
{
    return entry("bmSim", runtime, [](bm_status_t) { return static_cast<Runtime *>(nullptr); });
}

// Null for a device that does not exist, and where the runtime cannot be made.
Device *device_of(int id) noexcept
{
    Runtime *rt = runtime_or_null();
    return rt != nullptr ? rt->device(id) : nullptr;
}

} // namespace

TPUSIM_FUNCTIONS(bmSim, runtime_or_null)
TPUSIM_DEVICE_COUNTERS(bmSim, runtime_or_null)

double bmSimTime(int device)
{
    Device *found = device_of(device);
    if (found == nullptr)
    {
        return 0;
    }
    return found->counters.device_ns();
}

void bmSimReset(void) { reset_runtime(); }
