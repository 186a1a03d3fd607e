#include <ATen/core/CachingHostAllocator.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>

#include "core/Allocator.h"
#include "core/Device.h"
#include "core/Draws.h"
#include "core/Generator.h"
#include "core/Status.h"
#include "core/Storage.h"
#include "core/Stream.h"

namespace c10_tpu
{
namespace
{

struct Hooks final : at::PrivateUse1HooksInterface
{
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return c10_tpu::deviceCount() > 0; }
    bool hasPrimaryContext(c10::DeviceIndex device) const override { return device >= 0 && device < c10_tpu::deviceCount(); }
    c10::DeviceIndex deviceCount() const override { return c10_tpu::deviceCount(); }
    void setCurrentDevice(c10::DeviceIndex device) const override { setDevice(device); }
    c10::DeviceIndex getCurrentDevice() const override { return currentDevice(); }
    c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override { return c10_tpu::exchangeDevice(device); }
    c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex device) const override
    {
        return device < 0 ? currentDevice() : c10_tpu::exchangeDevice(device);
    }

    bool isPinnedPtr(const void *data) const override { return isPinned(data); }
    at::Allocator *getPinnedMemoryAllocator() const override { return at::getHostAllocator(at::kPrivateUse1); }
    at::Device getDeviceFromPtr(void *data) const override
    {
        int device = -1;
        TPU_CHECK_STATUS(tpudnnGetPointerDevice(data, &device));
        return {kTPU, static_cast<c10::DeviceIndex>(device)};
    }

    const at::Generator &getDefaultGenerator(c10::DeviceIndex device) const override { return defaultGenerator(device); }
    at::Generator getNewGenerator(c10::DeviceIndex device) const override
    {
        const at::Generator made = at::make_generator<TPUGeneratorImpl>(checkedDevice(device));
        if (const auto draws = drawsOfCapture(made.device().index()))
        {
            made.get<TPUGeneratorImpl>()->setMadeIn(draws->number());
        }
        return made;
    }

    void resizePrivateUse1Bytes(const c10::Storage &storage, size_t bytes) const override
    {
        resizeStorage(storage.unsafeGetStorageImpl(), bytes);
    }
};

const bool registered = [] {
    at::RegisterPrivateUse1HooksInterface(new Hooks); // lives as long as the process
    return true;
}();

} // namespace
} // namespace c10_tpu
