// libtcrt.so over the simulation core. One call at a time: the chip is synchronous.
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "chip_traits.h"
#include "injection.h"
#include "launch.h"
#include "module.h"
#include "report.h"
#include "settings.h"
#include "tcrt.h"
#include "trace.h"

using namespace tpusim;

namespace
{

using Chip = traits::tc_c;
constexpr ChipModel chip = chip_model<Chip>();

struct Device
{
    DeviceMemory memory;
    Random random;
    std::shared_ptr<Module> module = nullptr;
    std::uint64_t sequence = 0;
};

struct Buffer
{
    Device *device;
    std::uint64_t address, bytes;
};

using Refusal = std::pair<tcStatus, std::string>;

struct Runtime
{
    Runtime() : settings(Settings::from_environment(chip.name)), trace(chip.name, settings.trace_path)
    {
        injection.configure(settings.fail_variable.c_str(), settings.failures);
        for (int id = 0; id < settings.devices; ++id)
        {
            devices.emplace_back(
                new Device{{memory_layout<Chip>(id, settings.devices), settings.memory_bytes, settings.seed}, Random(settings.seed + id)});
        }
    }

    Device &device(int id) const
    {
        if (id < 0 || id >= settings.devices)
        {
            throw Refusal{TC_NO_DEVICE, "no device " + std::to_string(id) + "; there are " + std::to_string(settings.devices)};
        }
        return *devices[static_cast<std::size_t>(id)];
    }

    // Host pointer to part of a buffer.
    std::byte *part(const char *function, tcPlace place, std::uint64_t bytes)
    {
        const auto found = buffers.find(place.buffer);
        if (found == buffers.end() || place.offset > found->second.bytes || bytes > found->second.bytes - place.offset)
        {
            throw Fault(function, "", 0,
                        "buffer " + std::to_string(place.buffer) + " has no " + std::to_string(bytes) + " bytes at " + hex(place.offset));
        }
        const auto &[device, address, size] = found->second;
        return static_cast<std::byte *>(device->memory.resolve(address + place.offset, bytes, {function, "", ++device->sequence}));
    }

    const Settings settings;
    Trace trace;
    Injection injection;
    std::vector<std::unique_ptr<Device>> devices;
    std::mutex mutex; // of all calls
    std::map<tcBuffer, Buffer> buffers;
    tcBuffer last = 0;
};

tcStatus fail(tcStatus status, const char *function, const char *sentence)
{
    report_failure(chip.name, status, function, sentence);
    return status;
}

Runtime &the_runtime()
{
    static Runtime &made = *new Runtime; // never destroyed: other libraries' destructors may still call in
    return made;
}

// A public function.
template <class Body>
tcStatus call(const char *function, Body &&body) noexcept
{
    try
    {
        Runtime &runtime = the_runtime();
        const std::lock_guard lock(runtime.mutex);
        body(runtime);
        return TC_OK;
    }
    catch (const Refusal &refusal)
    {
        return fail(refusal.first, function, refusal.second.c_str());
    }
    catch (const std::bad_alloc &)
    {
        return fail(TC_NO_MEMORY, function, "no host memory");
    }
    catch (const Fault &fault)
    {
        return fail(TC_FAULT, nullptr, fault.what());
    }
    catch (const std::exception &error) // of the environment's variables, of a firmware file
    {
        return fail(TC_NO_DEVICE, nullptr, error.what());
    }
}

template <class Body>
tcStatus copy(const char *function, std::uint64_t bytes, Body &&body)
{
    return call(function, [&](Runtime &rt) {
        rt.injection.fault_if_due(TPUSIM_COPY, function);
        body([&](tcPlace place) { return rt.part(function, place, bytes); });
    });
}

} // namespace

tcStatus tcDeviceCount(int *count)
{
    return call("tcDeviceCount", [&](Runtime &rt) { *count = rt.settings.devices; });
}

tcStatus tcLoadKernels(int device, const char *firmware)
{
    return call("tcLoadKernels", [&](Runtime &rt) { rt.device(device).module = Module::from_file(firmware, chip.name); });
}

tcStatus tcMemory(int device, uint64_t *free_bytes, uint64_t *total_bytes)
{
    return call("tcMemory", [&](Runtime &rt) {
        *total_bytes = rt.settings.memory_bytes;
        *free_bytes = *total_bytes - rt.device(device).memory.bytes_in_use();
    });
}

tcStatus tcAlloc(int device, uint64_t bytes, tcBuffer *buffer, uint64_t *address)
{
    return call("tcAlloc", [&](Runtime &rt) {
        DeviceMemory &memory = rt.device(device).memory;
        while (++rt.last == 0 || rt.buffers.count(rt.last) != 0) // numbers come again when all others were given out
        {
        }
        std::map<tcBuffer, Buffer> made{{rt.last, {&rt.device(device), 0, bytes}}};
        const bool fails = rt.injection.due(TPUSIM_ALLOCATION);
        *address = made[rt.last].address = fails ? 0 : memory.allocate(bytes);
        if (*address == 0)
        {
            throw Refusal{TC_NO_MEMORY,
                          fails ? injected(TPUSIM_ALLOCATION) : "out of memory: " + std::to_string(bytes) + " bytes asked for"};
        }
        rt.buffers.merge(made);
        *buffer = rt.last;
    });
}

tcStatus tcFree(tcBuffer buffer)
{
    return call("tcFree", [&](Runtime &rt) {
        rt.part("tcFree", {buffer, 0}, 1);
        const auto [device, address, bytes] = rt.buffers.at(buffer);
        device->memory.free(address, {"tcFree", "buffer", ++device->sequence});
        device->memory.release(device->sequence + 1);
        rt.buffers.erase(buffer);
    });
}

tcStatus tcWrite(tcPlace dst, const void *src, uint64_t bytes)
{
    return copy("tcWrite", bytes, [&](auto part) { std::memcpy(part(dst), src, bytes); });
}

tcStatus tcRead(void *dst, tcPlace src, uint64_t bytes)
{
    return copy("tcRead", bytes, [&](auto part) { std::memcpy(dst, part(src), bytes); });
}

tcStatus tcCopy(tcPlace dst, tcPlace src, uint64_t bytes)
{
    return copy("tcCopy", bytes, [&](auto part) { std::memmove(part(dst), part(src), bytes); });
}

tcStatus tcFill(tcPlace dst, unsigned char byte, uint64_t bytes)
{
    return copy("tcFill", bytes, [&](auto part) { std::memset(part(dst), byte, bytes); });
}

tcStatus tcLaunch(int device, const char *kernel, const void *args, uint64_t args_size, int cores)
{
    return call("tcLaunch", [&](Runtime &rt) {
        Device &on = rt.device(device);
        const KernelEntry *found = on.module ? on.module->find(kernel) : nullptr;
        const std::string refusal = found == nullptr ? std::string("the firmware of ") + chip.name + " has no kernel " + kernel
                                                     : check_launch(*found, args_size, cores, chip, rt.settings);
        if (!refusal.empty())
        {
            throw Refusal{TC_BAD_ARGUMENT, refusal};
        }
        rt.trace.write(device, rt.trace.line("launch").text("kernel", kernel).number("cores", cores));
        rt.injection.fault_if_due(TPUSIM_LAUNCH, kernel);
        run_kernel(*found, cores, args, on.memory, ++on.sequence, chip, on.random, rt.settings.threads);
    });
}

const char *tcLastError(void) { return last_failure(); }
