#pragma once

// The legacy guard's header, for converted operators that include it.

#include <c10/core/DeviceGuard.h>

#include "core/Device.h"

namespace c10_tpu
{

/// Makes a tpu device current for the calling thread until the end of the scope. Raises for another type of device.
class TPUGuard
{
public:
    explicit TPUGuard(c10::DeviceIndex index) : guard_(c10::Device(kTPU, index)) {}
    explicit TPUGuard(c10::Device device) : guard_(checked(device)) {}
    TPUGuard(const TPUGuard &) = delete;
    TPUGuard &operator=(const TPUGuard &) = delete;

    void set_device(c10::Device device) { guard_.reset_device(checked(device)); }
    void set_index(c10::DeviceIndex index) { guard_.set_index(index); }
    c10::Device original_device() const { return guard_.original_device(); }
    c10::Device current_device() const { return guard_.current_device(); }

private:
    static c10::Device checked(c10::Device device)
    {
        TORCH_CHECK(device.type() == kTPU, "expected a tpu device, got ", device);
        return device;
    }

    c10::DeviceGuard guard_;
};

} // namespace c10_tpu
