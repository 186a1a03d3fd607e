// What every simulated runtime is made of, and the functions that it exports beside the vendor's (tpusim.h).
#pragma once

#include <memory>
#include <new>
#include <string>
#include <vector>

#include "fault.h"
#include "injection.h"
#include "links.h"
#include "memory.h"
#include "report.h"
#include "settings.h"
#include "tpusim.h"
#include "trace.h"
#include "wrong_results.h"

namespace tpusim
{

// Device is made from its number and the simulator.
template <class Device>
struct Simulator
{
    Simulator(const char *chip, const Settings &settings) : settings(settings), trace(chip, settings.trace_path)
    {
        injection.configure(settings.fail_variable.c_str(), settings.failures);
        wrong.configure(("environment variable " + settings.wrong_variable).c_str(), settings.wrong_results);
        for (int id = 0; id < settings.devices; ++id)
        {
            devices.push_back(std::make_unique<Device>(id, *this));
        }
    }

    // Null for none.
    Device *device(int id) const { return id >= 0 && id < settings.devices ? devices[static_cast<std::size_t>(id)].get() : nullptr; }

    const Settings settings;
    Trace trace;
    Injection injection;
    WrongResults wrong;
    std::vector<std::unique_ptr<Device>> devices;
};

template <class Chip>
DeviceMemory device_memory(int id, const Settings &settings)
{
    return {memory_layout<Chip>(id, settings.devices), settings.memory_bytes, settings.seed};
}

// ...SimWrongResults (tpusim.h).
template <class Simulated>
long long plant(Simulated *simulator, const char *chip, const char *function, const char *text) noexcept
{
    if (simulator == nullptr)
    {
        return -1;
    }
    try
    {
        if (text != nullptr)
        {
            simulator->wrong.configure("text", text);
        }
        return static_cast<long long>(simulator->wrong.take_count());
    }
    catch (const std::bad_alloc &)
    {
        report_failure(chip, -1, function, "no host memory");
    }
    catch (const std::exception &error)
    {
        report_failure(chip, -1, function, error.what());
    }
    return -1;
}

// Thrown inside a runtime; answer() turns it into its status.
template <class Status>
struct RefusalOf
{
    Status status;
    std::string sentence;
};

template <class Status>
struct Statuses
{
    Status success, no_memory, fault, other;
};

// Body of a public function: no exception leaves it.
template <class Status, class Body>
Status answer(const char *chip, const char *function, const Statuses<Status> &statuses, Body &&body) noexcept
{
    const auto failed = [chip](Status status, const char *before, const char *sentence) {
        report_failure(chip, status, before, sentence);
        return status;
    };
    try
    {
        body();
        return statuses.success;
    }
    catch (const RefusalOf<Status> &refusal)
    {
        return failed(refusal.status, function, refusal.sentence.c_str());
    }
    catch (const Fault &fault)
    {
        return failed(statuses.fault, nullptr, fault.what());
    }
    catch (const std::bad_alloc &)
    {
        return failed(statuses.no_memory, function, "no host memory");
    }
    catch (const std::exception &error) // of the environment's variables, of a firmware file
    {
        return failed(statuses.other, function, error.what());
    }
}

} // namespace tpusim

// Defines the functions of tpusim.h that are the same for all, under the runtime's prefix. `simulator()`: pointer to it, null where there is none; `chip` is
// the runtime's ChipModel.
#define TPUSIM_FUNCTIONS(prefix, simulator)                                                         \
    extern "C" TPUSIM_EXPORT const char *prefix##LastFault(void) { return tpusim::last_failure(); } \
    extern "C" TPUSIM_EXPORT int prefix##LastStatus(void) { return tpusim::last_status(); }         \
    extern "C" TPUSIM_EXPORT long long prefix##FailAt(int operation, unsigned long long k)          \
    {                                                                                               \
        auto *made = simulator();                                                                   \
        return made != nullptr ? made->injection.fail_at(operation, k) : -1;                        \
    }                                                                                               \
    extern "C" TPUSIM_EXPORT long long prefix##WrongResults(const char *text)                       \
    {                                                                                               \
        return tpusim::plant(simulator(), chip.name, #prefix "WrongResults", text);                 \
    }                                                                                               \
    extern "C" TPUSIM_EXPORT unsigned long long prefix##BytesInUse(int device)                      \
    {                                                                                               \
        auto *made = simulator();                                                                   \
        auto *found = made != nullptr ? made->device(device) : nullptr;                             \
        return found != nullptr ? found->memory.bytes_in_use() : 0;                                 \
    }                                                                                               \
    extern "C" TPUSIM_EXPORT int prefix##Peak(tpusimPeak_t *peak) { return give_peak(chip, peak); } \
    extern "C" TPUSIM_EXPORT int prefix##Link(int from, int to, tpusimLink_t *link)                 \
    {                                                                                               \
        auto *made = simulator();                                                                   \
        return made != nullptr ? give_link(chip, from, to, made->settings.devices, link) : -1;      \
    }

// The same of a runtime whose Device has Counters.
#define TPUSIM_DEVICE_COUNTERS(prefix, simulator)                                              \
    extern "C" TPUSIM_EXPORT int prefix##Counters(int device, tpusimCounters_t *counters)      \
    {                                                                                          \
        auto *made = simulator();                                                              \
        auto *found = made != nullptr && counters != nullptr ? made->device(device) : nullptr; \
        if (found != nullptr)                                                                  \
        {                                                                                      \
            *counters = found->counters.read();                                                \
        }                                                                                      \
        return found != nullptr ? 0 : -1;                                                      \
    }
