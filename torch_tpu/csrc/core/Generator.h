#pragma once

#include <ATen/core/Generator.h>
#include <c10/core/GeneratorImpl.h>

namespace c10_tpu
{

/// Random numbers of a tpu device. They are drawn on the host by a CPU generator of the same seed: a tensor filled on a tpu equals one
/// filled on the CPU from the same seed, on every chip.
class TPUGeneratorImpl final : public c10::GeneratorImpl
{
public:
    explicit TPUGeneratorImpl(c10::DeviceIndex device);
    TPUGeneratorImpl(c10::DeviceIndex device, at::Generator host);

    void set_current_seed(uint64_t seed) override;
    void set_offset(uint64_t offset) override;
    uint64_t get_offset() const override;
    uint64_t current_seed() const override;
    uint64_t seed() override;
    void set_state(const c10::TensorImpl &state) override;
    c10::intrusive_ptr<c10::TensorImpl> get_state() const override;

    static c10::DeviceType device_type() { return c10::DeviceType::PrivateUse1; }
    /// The CPU generator that draws the numbers.
    at::Generator &host() { return host_; }
    /// Number of the capture in which it was made; 0: none.
    uint64_t madeIn() const { return made_in_; }
    void setMadeIn(uint64_t capture) { made_in_ = capture; }

private:
    TPUGeneratorImpl *clone_impl() const override;

    at::Generator host_;
    uint64_t made_in_ = 0;
};

/// The default generator of `device`; -1 means the current device.
const at::Generator &defaultGenerator(c10::DeviceIndex device = -1);

} // namespace c10_tpu
