// The device's times for torch.profiler (activities with PrivateUse1, or use_device="tpu").

#include <c10/core/DeviceGuard.h>
#include <c10/core/Event.h>
#include <c10/util/ApproximateClock.h>
#include <torch/csrc/profiler/stubs/base.h>

#include <functional>
#include <memory>

#include "core/Device.h"
#include "core/Stream.h"

namespace c10_tpu
{
namespace
{

using torch::profiler::impl::ProfilerVoidEventStub;

struct ProfilerStubs final : torch::profiler::impl::ProfilerStubs
{
    void record(c10::DeviceIndex *device, ProfilerVoidEventStub *event, int64_t *cpu_ns) const override
    {
        const c10::Stream stream = getCurrentTPUStream().unwrap();
        const auto made = std::make_shared<c10::Event>(kTPU, c10::EventFlag::BACKEND_DEFAULT);
        made->record(stream);
        *event = made;
        if (device != nullptr)
        {
            *device = stream.device_index();
        }
        if (cpu_ns != nullptr)
        {
            *cpu_ns = c10::getTime();
        }
    }

    // Microseconds.
    float elapsed(const ProfilerVoidEventStub *first, const ProfilerVoidEventStub *second) const override
    {
        const auto *start = static_cast<const c10::Event *>(first->get());
        const auto *end = static_cast<const c10::Event *>(second->get());
        start->synchronize();
        end->synchronize();
        constexpr double kMicrosecondsPerMillisecond = 1000;
        return static_cast<float>(start->elapsedTime(*end) * kMicrosecondsPerMillisecond);
    }

    void mark(const char *) const override {}
    void rangePush(const char *) const override {}
    void rangePop() const override {}
    bool enabled() const override { return true; }
    void synchronize() const override { synchronizeDevice(currentDevice()); }

    void onEachDevice(std::function<void(int)> visit) const override
    {
        for (c10::DeviceIndex device = 0; device < deviceCount(); ++device)
        {
            const c10::DeviceGuard guard(c10::Device(kTPU, device));
            visit(device);
        }
    }
};

const bool registered = [] {
    static ProfilerStubs stubs;
    torch::profiler::impl::registerPrivateUse1Methods(&stubs);
    return true;
}();

} // namespace
} // namespace c10_tpu
