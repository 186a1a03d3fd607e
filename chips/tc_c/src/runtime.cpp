// libtcrt.so over the simulation core. One call at a time: the chip is synchronous.
#include <cstring>
#include <map>
#include <mutex>

#include "chip_runtime.h"
#include "launch.h"
#include "module.h"
#include "simulator.h"
#include "tcrt.h"

using namespace tpusim;

namespace
{

using Chip = traits::tc_c_runtime;
constexpr ChipModel chip = chip_model<Chip>();

struct Device
{
    Device(int id, const Simulator<Device> &simulator) : id(id), settings(simulator.settings) {}

    const int id;
    const Settings &settings;
    DeviceMemory memory{device_memory<Chip>(id, settings)};
    Random random{settings.seed + static_cast<std::uint64_t>(id)};
    std::shared_ptr<Module> module;
    std::uint64_t sequence = 0;
    Counters counters{chip.cycles_per_ns};
};

struct Buffer
{
    Device *device;
    std::uint64_t address, bytes;
};

using Refusal = RefusalOf<tcStatus>;

struct Runtime : Simulator<Device>
{
    using Simulator::Simulator;

    Device &at(int id) const
    {
        Device *found = device(id);
        return found ? *found
                     : throw Refusal{TC_NO_DEVICE, "no device " + std::to_string(id) + "; there are " + std::to_string(settings.devices)};
    }

    // The buffer that has these bytes.
    const Buffer &holding(const char *function, tcPlace place, std::uint64_t bytes) const
    {
        const auto found = buffers.find(place.buffer);
        if (found == buffers.end() || place.offset > found->second.bytes || bytes > found->second.bytes - place.offset)
        {
            throw Fault(function, "", 0,
                        "buffer " + std::to_string(place.buffer) + " has no " + std::to_string(bytes) + " bytes at " + hex(place.offset));
        }
        return found->second;
    }

    std::mutex mutex; // of all calls
    std::map<tcBuffer, Buffer> buffers;
    tcBuffer last = 0;
};

Runtime &the_runtime()
{
    static Runtime &made = *new Runtime(chip.name, Settings::from_environment(chip.name)); // other libraries' destructors may still call in
    return made;
}

// A public function.
template <class Body>
tcStatus call(const char *function, Body &&body) noexcept
{
    return answer<tcStatus>(chip.name, function, {TC_OK, TC_NO_MEMORY, TC_FAULT, TC_NO_DEVICE}, [&] {
        Runtime &runtime = the_runtime();
        const std::lock_guard lock(runtime.mutex);
        body(runtime);
    });
}

// Gives `body` the host's pointers to the parts of buffers that it names.
template <class Body>
tcStatus copy(const char *function, const char *event, std::uint64_t bytes, Body &&body)
{
    return call(function, [&](Runtime &rt) {
        TraceLine line = rt.trace.line(event).number("bytes", static_cast<double>(bytes));
        Device *on = nullptr, *other = nullptr; // of the first part, which of a copy is the destination, and of the last
        rt.injection.fault_if_due(TPUSIM_COPY, function);
        const std::uint64_t began = host_now();
        body([&](const char *end, tcPlace place) {
            const auto &[device, start, size] = rt.holding(function, place, bytes);
            line.hex(end, start + place.offset);
            other = device;
            on = on != nullptr ? on : device;
            return device->memory.resolve(start + place.offset, bytes, {function, end, ++device->sequence});
        });
        on->counters.end(copied(chip, other->id, on->id, rt.settings.devices, bytes), began);
        rt.trace.write(on->id, line);
    });
}

Runtime *runtime_or_null()
{
    Runtime *made = nullptr;
    call("tcSim", [&](Runtime &rt) { made = &rt; });
    return made;
}

} // namespace

TPUSIM_FUNCTIONS(tcSim, runtime_or_null)
TPUSIM_DEVICE_COUNTERS(tcSim, runtime_or_null)

tcStatus tcDeviceCount(int *count)
{
    return call("tcDeviceCount", [&](Runtime &rt) { *count = rt.settings.devices; });
}

tcStatus tcLoadKernels(int device, const char *firmware)
{
    return call("tcLoadKernels", [&](Runtime &rt) { rt.at(device).module = rt.wrong.checked(Module::from_file(firmware, chip.name)); });
}

tcStatus tcMemory(int device, uint64_t *free_bytes, uint64_t *total_bytes)
{
    return call("tcMemory", [&](Runtime &rt) {
        *total_bytes = rt.settings.memory_bytes;
        *free_bytes = *total_bytes - rt.at(device).memory.bytes_in_use();
    });
}

tcStatus tcAlloc(int device, uint64_t bytes, tcBuffer *buffer, uint64_t *address)
{
    return call("tcAlloc", [&](Runtime &rt) {
        Device &on = rt.at(device);
        while (++rt.last == 0 || rt.buffers.count(rt.last) != 0) // numbers come again when all others were given out
        {
        }
        std::map<tcBuffer, Buffer> made{{rt.last, {&on, 0, bytes}}};
        const bool fails = rt.injection.due(TPUSIM_ALLOCATION);
        *address = made[rt.last].address = fails ? 0 : on.memory.allocate(bytes);
        if (*address == 0)
        {
            throw Refusal{TC_NO_MEMORY, fails ? injected(TPUSIM_ALLOCATION) : "out of memory: " + std::to_string(bytes) + " bytes asked"};
        }
        rt.trace.write(device, rt.trace.line("malloc").hex("address", *address).number("bytes", static_cast<double>(bytes)));
        rt.buffers.merge(made);
        *buffer = rt.last;
    });
}

tcStatus tcFree(tcBuffer buffer)
{
    return call("tcFree", [&](Runtime &rt) {
        const auto [device, address, bytes] = rt.holding("tcFree", {buffer, 0}, 1);
        device->memory.free(address, {"tcFree", "buffer", ++device->sequence});
        device->memory.release(device->sequence + 1);
        rt.trace.write(device->id, rt.trace.line("free").hex("address", address));
        rt.buffers.erase(buffer);
    });
}

tcStatus tcWrite(tcPlace dst, const void *src, uint64_t bytes)
{
    return copy("tcWrite", "s2d", bytes, [&](auto part) { std::memcpy(part("dst", dst), src, bytes); });
}

tcStatus tcRead(void *dst, tcPlace src, uint64_t bytes)
{
    return copy("tcRead", "d2s", bytes, [&](auto part) { std::memcpy(dst, part("src", src), bytes); });
}

tcStatus tcCopy(tcPlace dst, tcPlace src, uint64_t bytes)
{
    return copy("tcCopy", "d2d", bytes, [&](auto part) { move_bytes({part("dst", dst), part("src", src)}, bytes); });
}

tcStatus tcFill(tcPlace dst, unsigned char byte, uint64_t bytes)
{
    return copy("tcFill", "memset", bytes, [&](auto part) { std::memset(part("dst", dst), byte, bytes); });
}

tcStatus tcLaunch(int device, const char *kernel, const void *args, uint64_t args_size, int cores)
{
    return call("tcLaunch", [&](Runtime &rt) {
        Device &on = rt.at(device);
        const KernelEntry *found = on.module ? on.module->find(kernel) : nullptr;
        const std::string refusal = found == nullptr ? std::string("the firmware of ") + chip.name + " has no kernel " + kernel
                                                     : check_launch(*found, args_size, cores, chip, rt.settings);
        if (!refusal.empty())
        {
            throw Refusal{TC_BAD_ARGUMENT, refusal};
        }
        rt.trace.write(device, launch_line(rt.trace, *found, args, args_size, cores));
        rt.injection.fault_if_due(TPUSIM_LAUNCH, found->symbol);
        on.counters.run([&] { return run_kernel(*found, cores, args, on.memory, ++on.sequence, chip, on.random, rt.wrong, rt.settings); });
    });
}

const char *tcLastError(void) { return last_failure(); }
