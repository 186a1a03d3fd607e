// State behind libbmlib.so: one per process, made at first use.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "bmlib_runtime.h"
#include "chip_runtime.h"
#include "counters.h"
#include "launch.h"
#include "memory.h"
#include "module.h"
#include "simulator.h"

namespace tpusim::bm_a
{

using Chip = traits::bm_a_runtime;
inline constexpr ChipModel chip = chip_model<Chip>();

struct Function
{
    std::shared_ptr<Module> module; // empty once the module is unloaded
    const KernelEntry *kernel;
};

struct Device
{
    Device(int id, const Simulator<Device> &simulator);

    const int id;
    DeviceMemory memory;
    std::atomic<std::uint64_t> sequence{0};
    std::mutex execution; // there is one core
    Random random;        // guarded by execution
    Counters counters{chip.cycles_per_ns};
};

struct Runtime : Simulator<Device>
{
    using Simulator::Simulator;

    std::shared_mutex mutex; // of what follows
    std::unordered_map<bm_handle_t, std::unique_ptr<bm_context>> handles;
    std::unordered_map<tpu_kernel_module_t, std::unique_ptr<bm_module>> modules;
    std::vector<Function> functions; // index: tpu_kernel_function_t
};

// nullptr, with the failure reported, if the TPUSIM_* variables make no sense. Throws std::bad_alloc.
Runtime *runtime();
void reset_runtime();

bm_status_t fail(bm_status_t status, const std::string &sentence);

// Body of every public function that can fail: no exception leaves it. `otherwise`: what the function returns then, given the status.
template <class Body, class Otherwise>
auto entry(const char *function, Body &&body, Otherwise &&otherwise) noexcept -> decltype(body())
{
    try
    {
        return body();
    }
    catch (const std::bad_alloc &)
    {
        report_failure(Chip::name, BM_ERR_NOMEM, function, "no host memory");
        return otherwise(BM_ERR_NOMEM);
    }
    catch (const std::exception &error)
    {
        report_failure(Chip::name, BM_ERR_FAILURE, function, error.what());
        return otherwise(BM_ERR_FAILURE);
    }
}
template <class Body>
bm_status_t entry(const char *function, Body &&body) noexcept
{
    return entry(function, std::forward<Body>(body), [](bm_status_t status) { return status; });
}

// The handle's context, or nullptr with the failure reported.
bm_context *context(bm_handle_t handle, const char *function);

// Counts an operation and writes its trace lines around `body`, which returns its Work and may throw Fault.
template <class Body>
bm_status_t traced(Device &device, const TraceLine &line, Body &&body)
{
    Trace &trace = runtime()->trace;
    const std::uint64_t order = trace.write(device.id, line);
    bm_status_t status = BM_SUCCESS;
    std::string fault;
    double duration = 0;
    try
    {
        duration = device.counters.run(body).ns;
    }
    catch (const Fault &error)
    {
        fault = error.what();
        status = fail(BM_ERR_FAILURE, fault);
    }
    if (order != 0)
    {
        TraceLine done = trace.line("run");
        done.number("of", static_cast<double>(order)).number("duration_ns", duration);
        trace.write(device.id, fault.empty() ? done : done.text("fault", fault));
    }
    return status;
}

} // namespace tpusim::bm_a

struct bm_context
{
    tpusim::bm_a::Device *device;
    std::mutex mutex; // of what follows
    std::string asynchronous_fault;
    double last_duration_ns = 0;
};

struct bm_module
{
    std::shared_ptr<tpusim::Module> module;
};
