// What Python calls: torch.ops.tpu_runtime.*

#include <torch/library.h>

#include "core/Allocator.h"
#include "core/Device.h"
#include "core/Exit.h"
#include "core/Fork.h"
#include "core/Generator.h"
#include "core/Registration.h"
#include "core/Status.h"
#include "core/Stream.h"
#include "core/Timing.h"
#include "dispatch/Calls.h"
#include "dispatch/Operator.h"

namespace tpu
{
namespace
{

using dispatch::Operator;

c10::Dict<std::string, int64_t> fallbackCounts(const std::string &name)
{
    c10::Dict<std::string, int64_t> counts;
    for (const auto &[reason, count] : Operator::of(name).fallbacks())
    {
        counts.insert(reason, count);
    }
    return counts;
}

std::vector<std::string> operatorNames()
{
    std::vector<std::string> names;
    for (const Operator *op : dispatch::allOperators())
    {
        names.push_back(op->name());
    }
    return names;
}

void resetOperators()
{
    for (Operator *op : dispatch::allOperators())
    {
        op->reset();
    }
}

c10::Dict<std::string, std::vector<int64_t>> timings()
{
    c10::Dict<std::string, std::vector<int64_t>> times;
    for (const auto &[label, entry] : recordedTimes())
    {
        times.insert(label, std::vector<int64_t>{entry.calls, entry.nanoseconds});
    }
    return times;
}

tpudnnDeviceProperties_t properties(int64_t device)
{
    tpudnnDeviceProperties_t found{};
    TPU_CHECK_STATUS(tpudnnGetDeviceProperties(c10_tpu::checkedDevice(static_cast<c10::DeviceIndex>(device)), &found));
    return found;
}

TORCH_LIBRARY(tpu_runtime, m)
{
    m.def("register_device() -> ()", &c10_tpu::registerDevice);
    m.def("device_count() -> int", [] { return static_cast<int64_t>(c10_tpu::deviceCount()); });
    m.def("no_device_reason() -> str", [] { return std::string(c10_tpu::deviceCount() > 0 ? "" : tpudnnGetLastError()); });
    m.def("chip(int device) -> str", [](int64_t device) { return std::string(properties(device).chip); });
    m.def("chip_aliases(int device) -> str", [](int64_t device) { return std::string(properties(device).aliases); });
    // cores, alignment, asynchronous, dtypes (bits), memory_bytes
    m.def("properties(int device) -> int[]", [](int64_t device) {
        const auto found = properties(device);
        return std::vector<int64_t>{found.cores, found.alignment, found.asynchronous, static_cast<int64_t>(found.dtypes),
                                    static_cast<int64_t>(found.memory_bytes)};
    });
    m.def("seed(int device, int seed) -> ()", [](int64_t device, int64_t seed) {
        at::Generator generator = c10_tpu::defaultGenerator(static_cast<c10::DeviceIndex>(device));
        const std::lock_guard<std::mutex> lock(generator.mutex());
        generator.set_current_seed(static_cast<uint64_t>(seed));
    });
    m.def("default_generator(int device) -> Generator?",
          [](int64_t device) { return c10_tpu::defaultGenerator(static_cast<c10::DeviceIndex>(device)); });
    m.def("in_bad_fork() -> bool", [] { return c10_tpu::inBadFork(); });
    m.def("prepare_exit() -> ()", &c10_tpu::prepareExit);
    m.def("count_calls(str[] names) -> ()", [](const std::vector<std::string> &names) { dispatch::countCalls(names); });
    m.def("operator_names() -> str[]", &operatorNames);
    m.def("native_calls(str name) -> int", [](const std::string &name) { return Operator::of(name).nativeCalls(); });
    m.def("fallback_counts(str name) -> Dict(str, int)", &fallbackCounts);
    m.def("unsupported() -> str",
          [] { return std::string(tpudnnGetLastStatus() == TPUDNN_STATUS_NOT_SUPPORTED ? tpudnnGetLastError() : ""); });
    m.def("reset_operators() -> ()", &resetOperators);
    m.def("fallback_mode() -> str", &dispatch::fallbackModeName);
    m.def("set_fallback_mode(str mode) -> ()", [](const std::string &mode) { dispatch::setFallbackMode(mode); });
    m.def("forced_patterns() -> str[]", &dispatch::forcedPatterns);
    m.def("force_fallback(str[] patterns) -> ()", [](const std::vector<std::string> &patterns) { dispatch::forceFallback(patterns); });
    m.def("enable_timing(bool enabled) -> ()", [](bool enabled) { enableTiming(enabled); });
    m.def("timings() -> Dict(str, int[])", &timings);
}

} // namespace
} // namespace tpu
