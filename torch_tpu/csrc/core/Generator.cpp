#include "core/Generator.h"

#include <ATen/CPUGeneratorImpl.h>

#include <vector>

#include "core/Capture.h"
#include "core/Device.h"

namespace c10_tpu
{

TPUGeneratorImpl::TPUGeneratorImpl(c10::DeviceIndex device) : TPUGeneratorImpl(device, at::detail::createCPUGenerator()) {}

TPUGeneratorImpl::TPUGeneratorImpl(c10::DeviceIndex device, at::Generator host)
    : c10::GeneratorImpl(c10::Device(kTPU, device), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)), host_(std::move(host))
{
}

void TPUGeneratorImpl::set_current_seed(uint64_t seed)
{
    if (const auto draws = drawsOfCapture(device().index()))
    {
        draws->seed(*this, seed);
        return;
    }
    host_.set_current_seed(seed);
}

void TPUGeneratorImpl::set_offset(uint64_t offset)
{
    TORCH_CHECK(offset == 0, "a tpu generator has no offset but 0 (asked for ", offset, "); use get_state and set_state");
}

uint64_t TPUGeneratorImpl::get_offset() const
{
    return 0; // the state has all; pickling asks every generator but the CPU's
}

uint64_t TPUGeneratorImpl::current_seed() const { return host_.current_seed(); }

uint64_t TPUGeneratorImpl::seed()
{
    refuseInCapture("seeding a generator by chance");
    return host_.seed();
}

void TPUGeneratorImpl::set_state(const c10::TensorImpl &state)
{
    const auto tensor =
        at::Tensor(c10::intrusive_ptr<c10::TensorImpl>::unsafe_reclaim_from_nonowning(const_cast<c10::TensorImpl *>(&state)));
    if (const auto draws = drawsOfCapture(device().index()))
    {
        draws->setState(*this, tensor);
        return;
    }
    Draws::requireState(tensor);
    host_.unsafeGetGeneratorImpl()->set_state(state);
}

c10::intrusive_ptr<c10::TensorImpl> TPUGeneratorImpl::get_state() const
{
    if (const auto draws = drawsOfCapture(device().index()))
    {
        return draws->saveState(const_cast<TPUGeneratorImpl &>(*this)).getIntrusivePtr();
    }
    return host_.unsafeGetGeneratorImpl()->get_state();
}

TPUGeneratorImpl *TPUGeneratorImpl::clone_impl() const
{
    refuseInCapture("copying a generator");
    return new TPUGeneratorImpl(device().index(), host_.clone());
}

const at::Generator &defaultGenerator(c10::DeviceIndex device)
{
    static auto *const generators = [] {
        auto *made = new std::vector<at::Generator>; // outlives every tensor
        for (c10::DeviceIndex index = 0; index < deviceCount(); ++index)
        {
            made->push_back(at::make_generator<TPUGeneratorImpl>(index));
            made->back().get<TPUGeneratorImpl>()->host().set_current_seed(c10::default_rng_seed_val); // also while a stream is captured
        }
        return made;
    }();
    return (*generators)[static_cast<size_t>(checkedDevice(device))];
}

} // namespace c10_tpu
