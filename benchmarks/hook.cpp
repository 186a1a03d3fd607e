// Nanoseconds of a call of an operator whose kernel does nothing, with the hook before it and without: bench.py compiles and loads it.
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "dispatch/Hook.h"

namespace
{

constexpr int kRounds = 15;

at::Tensor nothing(const at::Tensor &self, int64_t /*number*/) { return self; }

// Of the operator tpu_bench::`name`, median of the rounds.
double nanoseconds(const char *name, const at::Tensor &value, int64_t calls)
{
    const auto op = c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<at::Tensor(const at::Tensor &, int64_t)>();
    const c10::DispatchKeySet keys(c10::DispatchKey::CPU);
    std::vector<double> times;
    for (int round = 0; round < kRounds; ++round)
    {
        const auto start = std::chrono::steady_clock::now();
        for (int64_t call = 0; call < calls; ++call)
        {
            op.redispatch(keys, value, call);
        }
        times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / static_cast<double>(calls));
    }
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
}

TORCH_LIBRARY(tpu_bench, m)
{
    m.def("plain(Tensor self, int number) -> Tensor");
    m.def("hooked(Tensor self, int number) -> Tensor");
    m.def("nanoseconds(str name, Tensor value, int calls) -> float",
          [](const std::string &name, const at::Tensor &value, int64_t calls) { return nanoseconds(name.c_str(), value, calls); });
}

TORCH_LIBRARY_IMPL(tpu_bench, CPU, m)
{
    m.impl("plain", TORCH_FN(nothing));
    m.impl("hooked", tpu::dispatch::hooked("tpu_bench::hooked", TORCH_FN(nothing)));
}

} // namespace
