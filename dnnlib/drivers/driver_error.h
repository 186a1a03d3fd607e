// How a driver keeps the sentence of its last failure, per thread, and lets no exception out.
#pragma once

#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>

#include "driver.h"
#include "tpuDNN.h"
#include "thread_text.h"

namespace driver
{

inline TPUDNN_THREAD_TEXT tpudnn::ThreadText lastText{};

inline const char *errorText() { return lastText.get(); }

inline tpudnnStatus_t fail(tpudnnStatus_t status, const std::string &text)
{
    lastText.set(text.data(), text.size());
    return status;
}

inline std::string hex(const void *pointer)
{
    char text[32];
    std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(pointer)));
    return text;
}

// Sentences about what a caller says to be the runtime's stream or kernel module.
inline std::string notLive(const char *argument, const void *object, const char *maker)
{
    return std::string(argument) + " " + hex(object) + " is not one of the runtime's " + maker + ", or no longer";
}
inline std::string ofAnother(const char *argument, const void *object, int its, int wanted)
{
    return std::string(argument) + " " + hex(object) + " is of the runtime's device " + std::to_string(its) +
           ", the handle is to be of its device " + std::to_string(wanted);
}

// An entry of the table around a function that may throw.
template <auto function>
struct Guarded;
template <class... Arguments, tpudnnStatus_t (*function)(Arguments...)>
struct Guarded<function>
{
    static tpudnnStatus_t call(Arguments... arguments) noexcept
    {
        try
        {
            return function(arguments...);
        }
        catch (const std::bad_alloc &)
        {
            lastText.setNoMemory("the driver");
            return TPUDNN_STATUS_OUT_OF_MEMORY;
        }
        catch (const std::exception &error)
        {
            lastText.set(error.what(), std::char_traits<char>::length(error.what()));
            return TPUDNN_STATUS_FAILED;
        }
    }
};
template <auto function>
inline constexpr auto guarded = &Guarded<function>::call;

} // namespace driver

// The table of a driver whose entries are functions of these names, without events.
#define DRIVER_TABLE                                                   \
    [] {                                                               \
        tpudnnDriver_v1 table{};                                       \
        table.abi_version = TPUDNN_DRIVER_ABI;                         \
        table.struct_size = sizeof(tpudnnDriver_v1);                   \
        table.chip = ChipFacts::name;                                  \
        table.aliases = ChipFacts::aliases;                            \
        table.device_count = driver::guarded<deviceCount>;             \
        table.open = driver::guarded<openDevice>;                      \
        table.close = closeDevice;                                     \
        table.properties = driver::guarded<properties>;                \
        table.malloc = driver::guarded<allocate>;                      \
        table.free = driver::guarded<release>;                         \
        table.stream_create = driver::guarded<streamCreate>;           \
        table.stream_destroy = streamDestroy;                          \
        table.stream_synchronize = driver::guarded<streamSynchronize>; \
        table.copy_h2d = driver::guarded<copyH2D>;                     \
        table.copy_d2h = driver::guarded<copyD2H>;                     \
        table.copy_d2d = driver::guarded<copyD2D>;                     \
        table.fill = driver::guarded<fill>;                            \
        table.launch = driver::guarded<launch>;                        \
        table.error_text = driver::errorText;                          \
        table.memory_info = driver::guarded<memoryInfo>;               \
        return table;                                                  \
    }()
