#include "core/Device.h"

#include "core/Status.h"

namespace c10_tpu
{
namespace
{
thread_local c10::DeviceIndex current_device = 0;
}

c10::DeviceIndex deviceCount() noexcept
{
    // Counted once: libtpudnn's list of chips is fixed for the process.
    static const int count = [] {
        int found = 0;
        return tpudnnGetDeviceCount(&found) == TPUDNN_STATUS_SUCCESS ? found : 0;
    }();
    return static_cast<c10::DeviceIndex>(count);
}

c10::DeviceIndex currentDevice() noexcept { return current_device; }

c10::DeviceIndex checkedDevice(c10::DeviceIndex device)
{
    if (device == -1)
    {
        return current_device;
    }
    TORCH_CHECK(device >= 0 && device < deviceCount(), "tpu:", static_cast<int>(device), " does not exist: libtpudnn has ",
                static_cast<int>(deviceCount()), " device(s). ", deviceCount() == 0 ? tpudnnGetLastError() : "");
    return device;
}

void setDevice(c10::DeviceIndex device) { current_device = checkedDevice(device); }

c10::DeviceIndex exchangeDevice(c10::DeviceIndex device)
{
    const c10::DeviceIndex previous = current_device;
    setDevice(device);
    return previous;
}

std::string chipName(c10::DeviceIndex device)
{
    tpudnnDeviceProperties_t properties{};
    TPU_CHECK_STATUS(tpudnnGetDeviceProperties(checkedDevice(device), &properties));
    return properties.chip;
}

} // namespace c10_tpu
