// What Python calls: torch.ops.tpu_runtime.*

#include <ATen/ops/empty.h>
#include <torch/library.h>

#include <algorithm>

#include "core/Allocator.h"
#include "core/Capture.h"
#include "core/Device.h"
#include "core/Exit.h"
#include "core/Fork.h"
#include "core/Generator.h"
#include "core/Registration.h"
#include "core/Status.h"
#include "core/Stream.h"
#include "core/Timing.h"
#include "dispatch/Calls.h"
#include "dispatch/Hook.h"
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

// The function of an operator "name(int call) -> Any", whose result is a tuple.
template <std::vector<c10::IValue> (*values)(int64_t)>
void valuesOfCall(const c10::OperatorHandle &, torch::jit::Stack *stack)
{
    const int64_t call = torch::jit::pop(*stack).toInt();
    std::vector<c10::IValue> found = values(call);
    for (c10::IValue &value : found)
    {
        if (value.isTensor() && !value.toTensor().defined())
        {
            value = c10::IValue(); // Python has no undefined tensors
        }
    }
    torch::jit::push(*stack, c10::ivalue::Tuple::create(std::move(found)));
}

void setResults(const c10::OperatorHandle &, torch::jit::Stack *stack)
{
    const c10::IValue results = torch::jit::pop(*stack);
    dispatch::callSetResults(torch::jit::pop(*stack).toInt(), results.toTupleRef().elements().vec());
}

TORCH_LIBRARY(tpu_runtime, m)
{
    m.def("register_device() -> ()", &c10_tpu::registerDevice);
    m.def("device_count() -> int", [] { return static_cast<int64_t>(c10_tpu::deviceCount()); });
    m.def("no_device_reason() -> str", [] { return std::string(c10_tpu::deviceCount() > 0 ? "" : tpudnnGetLastError()); });
    m.def("is_capturing(int device) -> bool",
          [](int64_t device) { return c10_tpu::memoryOfCapture(static_cast<c10::DeviceIndex>(device)) != nullptr; });
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
    // `listener`: address of a dispatch::Listener that lives as long as the process.
    m.def("add_listener(int listener, str[] patterns) -> int", [](int64_t listener, const std::vector<std::string> &patterns) {
        return dispatch::addListener(reinterpret_cast<dispatch::Listener>(listener), patterns);
    });
    m.def("remove_listener(int listener) -> ()", &dispatch::removeListener);
    // All bytes of a tensor's storage, and what tells storages apart: Python's own storage objects keep the storage from being used in place by autograd.
    m.def("storage_bytes(Tensor(a) tensor) -> Tensor(a)", [](const at::Tensor &tensor) {
        const at::NoGradGuard guard;
        const auto bytes = static_cast<int64_t>(tensor.storage().nbytes());
        return at::empty({0}, tensor.options().dtype(at::kByte)).set_(tensor.storage(), 0, {bytes}, {1});
    });
    m.def("storage_key(Tensor tensor) -> int",
          [](const at::Tensor &tensor) { return reinterpret_cast<int64_t>(tensor.storage().unsafeGetStorageImpl()); });
    m.def("unmatched(str[] patterns, str[] names) -> str[]", [](std::vector<std::string> patterns, const std::vector<std::string> &names) {
        std::erase_if(patterns, [&](const std::string &pattern) {
            return std::any_of(names.begin(), names.end(), [&](const std::string &name) { return dispatch::matches(pattern, name); });
        });
        return patterns;
    });
    m.def("call_operator(int call) -> str", [](int64_t call) { return c10::toString(dispatch::callOperator(call)); });
    m.def("call_depth(int call) -> int", &dispatch::callDepth);
    m.def("call_arguments(int call) -> Any", torch::CppFunction::makeFromBoxedFunction<&valuesOfCall<&dispatch::callArguments>>());
    m.def("call_proceed(int call) -> Any", torch::CppFunction::makeFromBoxedFunction<&valuesOfCall<&dispatch::callProceed>>());
    m.def("call_on_cpu(int call) -> Any", torch::CppFunction::makeFromBoxedFunction<&valuesOfCall<&dispatch::callOnCpu>>());
    m.def("call_set_results(int call, Any results) -> ()", torch::CppFunction::makeFromBoxedFunction<&setResults>());
    m.def("call_fail(int call, str sentence) -> ()", [](int64_t call, const std::string &sentence) { dispatch::callFail(call, sentence); });
    m.def("enable_timing(bool enabled) -> ()", [](bool enabled) { enableTiming(enabled); });
    m.def("timings() -> Dict(str, int[])", &timings);
}

} // namespace
} // namespace tpu
