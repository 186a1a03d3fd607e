// Kernel modules and launches.
#include <stdexcept>

#include "runtime.h"
#include "tpusim.h"

using namespace tpusim;
using namespace tpusim::bm_a;

namespace
{

template <class Load>
tpu_kernel_module_t load_module(bm_handle_t handle, const char *function, Load &&load)
{
    const auto body = [&]() -> tpu_kernel_module_t {
        if (context(handle, function) == nullptr)
        {
            return nullptr;
        }
        auto created = std::make_unique<bm_module>();
        Runtime &rt = *runtime();
        created->module = rt.wrong.checked(load());
        const std::unique_lock lock(rt.mutex);
        const tpu_kernel_module_t module = created.get();
        rt.modules.emplace(module, std::move(created));
        return module;
    };
    return entry(function, body, [](bm_status_t) -> tpu_kernel_module_t { return nullptr; });
}

bm_status_t unload(bm_handle_t handle, tpu_kernel_module_t module, const char *function, bool again)
{
    return entry(function, [&] {
        if (context(handle, function) == nullptr)
        {
            return BM_ERR_PARAM;
        }
        Runtime &rt = *runtime();
        const std::unique_lock lock(rt.mutex);
        const auto it = rt.modules.find(module);
        if (it == rt.modules.end())
        {
            return again ? BM_SUCCESS : fail(BM_ERR_PARAM, std::string(function) + ": not a loaded module");
        }
        for (Function &known : rt.functions)
        {
            if (known.module == it->second->module)
            {
                known.module.reset();
            }
        }
        rt.modules.erase(it);
        return BM_SUCCESS;
    });
}

// Runs at once; the only core is taken meanwhile.
bm_status_t launch(bm_context &ctx, const Function &function, const void *args, std::size_t size, std::int64_t cores, bool asynchronous)
{
    const KernelEntry &kernel = *function.kernel;
    const std::string refusal = check_launch(kernel, size, cores, chip, runtime()->settings);
    if (!refusal.empty())
    {
        return fail(BM_ERR_PARAM, refusal);
    }
    if (args == nullptr)
    {
        return fail(BM_ERR_PARAM, kernel.symbol + ": args is null");
    }
    Runtime &rt = *runtime();
    Device &device = *ctx.device;
    const std::lock_guard lock(device.execution);
    const auto body = [&] {
        rt.injection.fault_if_due(TPUSIM_LAUNCH, kernel.symbol);
        const Work work = run_kernel(kernel, cores, args, device.memory, ++device.sequence, chip, device.random, rt.wrong, rt.settings);
        ctx.last_duration_ns = work.ns;
        return work;
    };
    const TraceLine line = launch_line(rt.trace, kernel, args, size, cores)
                               .number("async", asynchronous)
                               .number("time_ns", rt.trace.on() ? device.counters.device_ns() : 0);
    const bm_status_t status = traced(device, line, body);
    if (status != BM_SUCCESS && asynchronous)
    {
        const std::lock_guard fault_lock(ctx.mutex);
        if (ctx.asynchronous_fault.empty())
        {
            ctx.asynchronous_fault = last_failure();
        }
        return BM_SUCCESS;
    }
    return status;
}

bm_status_t launch_by_id(bm_handle_t handle, tpu_kernel_function_t id, const void *args, std::size_t size, bool asynchronous,
                         const char *api)
{
    return entry(api, [&] {
        bm_context *ctx = context(handle, api);
        if (ctx == nullptr)
        {
            return BM_ERR_PARAM;
        }
        Function function;
        {
            Runtime &rt = *runtime();
            const std::shared_lock lock(rt.mutex);
            if (id < 0 || static_cast<std::size_t>(id) >= rt.functions.size() || !rt.functions[static_cast<std::size_t>(id)].module)
            {
                return fail(BM_ERR_PARAM, std::string(api) + ": " + std::to_string(id) +
                                              " is not a function of a loaded module; take it from tpu_kernel_get_function");
            }
            function = rt.functions[static_cast<std::size_t>(id)];
        }
        return launch(*ctx, function, args, size, 1, asynchronous);
    });
}

bm_status_t launch_by_name(bm_handle_t handle, const char *name, const void *args, std::size_t size, int cores, bool asynchronous,
                           const char *api)
{
    return entry(api, [&] {
        bm_context *ctx = context(handle, api);
        if (ctx == nullptr || name == nullptr || cores < 1)
        {
            return ctx == nullptr ? BM_ERR_PARAM : fail(BM_ERR_PARAM, std::string(api) + ": no function name, or no core");
        }
        Function function{nullptr, nullptr};
        {
            Runtime &rt = *runtime();
            const std::shared_lock lock(rt.mutex);
            for (const auto &[key, loaded] : rt.modules)
            {
                if (const KernelEntry *kernel = loaded->module->find(name))
                {
                    function = {loaded->module, kernel};
                }
            }
        }
        if (function.kernel == nullptr)
        {
            return fail(BM_ERR_PARAM, std::string(api) + ": no loaded module has a kernel " + name);
        }
        return launch(*ctx, function, args, size, cores, asynchronous);
    });
}

} // namespace

tpu_kernel_module_t tpu_kernel_load_module_file(bm_handle_t handle, const char *module_file)
{
    return load_module(handle, "tpu_kernel_load_module_file",
                       [&] { return Module::from_file(module_file != nullptr ? module_file : "(null)", Chip::name); });
}

tpu_kernel_module_t tpu_kernel_load_module_file_key(bm_handle_t handle, const char *module_file, const char *, int)
{
    return tpu_kernel_load_module_file(handle, module_file);
}

tpu_kernel_module_t tpu_kernel_load_module(bm_handle_t handle, const char *data, size_t length)
{
    return load_module(handle, "tpu_kernel_load_module", [&] {
        if (data == nullptr)
        {
            throw std::runtime_error("data is null");
        }
        return Module::from_memory(data, length, Chip::name);
    });
}

bm_status_t tpu_kernel_unload_module(bm_handle_t handle, tpu_kernel_module_t p_module)
{
    return unload(handle, p_module, "tpu_kernel_unload_module", false);
}

bm_status_t tpu_kernel_free_module(bm_handle_t handle, tpu_kernel_module_t p_module)
{
    return unload(handle, p_module, "tpu_kernel_free_module", true);
}

tpu_kernel_function_t tpu_kernel_get_function(bm_handle_t handle, tpu_kernel_module_t module, const char *function)
{
    const auto body = [&]() -> tpu_kernel_function_t {
        if (context(handle, "tpu_kernel_get_function") == nullptr)
        {
            return -1;
        }
        Runtime &rt = *runtime();
        const std::unique_lock lock(rt.mutex);
        const auto it = rt.modules.find(module);
        if (it == rt.modules.end() || function == nullptr)
        {
            fail(BM_ERR_PARAM, "tpu_kernel_get_function: not a loaded module, or no name");
            return -1;
        }
        const std::shared_ptr<Module> &loaded = it->second->module;
        const KernelEntry *kernel = loaded->find(function);
        if (kernel == nullptr)
        {
            fail(BM_ERR_PARAM, "tpu_kernel_get_function: firmware " + loaded->path() + " has no kernel " + function);
            return -1;
        }
        for (std::size_t id = 0; id < rt.functions.size(); ++id)
        {
            if (rt.functions[id].module == loaded && rt.functions[id].kernel == kernel)
            {
                return static_cast<tpu_kernel_function_t>(id);
            }
        }
        rt.functions.push_back({loaded, kernel});
        return static_cast<tpu_kernel_function_t>(rt.functions.size() - 1);
    };
    return entry("tpu_kernel_get_function", body, [](bm_status_t) -> tpu_kernel_function_t { return -1; });
}

bm_status_t tpu_kernel_launch(bm_handle_t handle, tpu_kernel_function_t function, void *args, size_t size)
{
    return launch_by_id(handle, function, args, size, false, "tpu_kernel_launch");
}

bm_status_t tpu_kernel_launch_async(bm_handle_t handle, tpu_kernel_function_t function, void *args, size_t size)
{
    return launch_by_id(handle, function, args, size, true, "tpu_kernel_launch_async");
}

bm_status_t tpu_kernel_launch_async_multi_cores(bm_handle_t handle, const char *func_name, const void *api_param, size_t api_size,
                                                const int *, const int core_num)
{
    return launch_by_name(handle, func_name, api_param, api_size, core_num, true, "tpu_kernel_launch_async_multi_cores");
}

bm_status_t tpu_kernel_launch_sync_multi_cores(bm_handle_t handle, const char *func_name, const void *api_param, size_t api_size,
                                               const int *, const int core_num)
{
    return launch_by_name(handle, func_name, api_param, api_size, core_num, false, "tpu_kernel_launch_sync_multi_cores");
}

int bmSimKernelInfo(const void *module, int index, tpusimKernelInfo_t *info)
{
    const auto body = [&] {
        Runtime *rt = runtime();
        if (rt == nullptr || info == nullptr)
        {
            return -1;
        }
        const std::shared_lock lock(rt->mutex);
        const auto it = rt->modules.find(static_cast<tpu_kernel_module_t>(const_cast<void *>(module)));
        return it != rt->modules.end() && it->second->module->info(index, *info) ? 0 : -1;
    };
    return entry("bmSimKernelInfo", body, [](bm_status_t) { return -1; });
}
