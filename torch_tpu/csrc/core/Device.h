#pragma once

#include <c10/core/Device.h>

#include <string>

#include "core/Export.h"

namespace c10_tpu
{

constexpr c10::DeviceType kTPU = c10::DeviceType::PrivateUse1;

/// Number of libtpudnn devices; 0 when the library finds none. Never throws.
c10::DeviceIndex deviceCount() noexcept;
/// The calling thread's current device.
c10::DeviceIndex currentDevice() noexcept;
/// Makes `device` current for the calling thread. Raises when there is no such device.
void setDevice(c10::DeviceIndex device);
/// As setDevice, returning the device that was current.
c10::DeviceIndex exchangeDevice(c10::DeviceIndex device);
/// `device`, or the current one for -1; raises when there is no such device.
TPU_API c10::DeviceIndex checkedDevice(c10::DeviceIndex device);
/// The name of the chip behind a device.
std::string chipName(c10::DeviceIndex device);

} // namespace c10_tpu
