// An operator of a converted tree, in a library of its own: it uses the device's helpers and computes by their copies.
#include <torch/library.h>

#include "TPUDeviceManager.h"

namespace
{

at::Tensor by_the_host(const at::Tensor &self, bool non_blocking)
{
    CHECK_TENSOR_IN_DEVICE(self);
    at::Tensor out = at::empty_like(self);
    TORCH_CHECK(tpu::TPUIsSameShape(self, out) && tpu::IsSupportDtype(self.dtype()) && !tpu::IsSupportDtype(c10::scalarTypeToTypeMeta(at::kLong)));
    std::vector<char> host(self.nbytes());
    tpu::TPUCopyDeviceToHost(host.data(), self.data_ptr(), host.size());
    void *const memory = tpu::TPUAlloc(host.size(), tpu::TPUGetDeviceIndex());
    tpu::TPUCopyHostToDevice(memory, host.data(), host.size(), non_blocking);
    tpu::TPUCopyDeviceToDevice(out.data_ptr(), memory, host.size(), non_blocking);
    c10_tpu::getCurrentTPUStream().synchronize();
    tpu::TPUFree(memory);
    return TENSOR_TO_TPU(TENSOR_TO_CPU(out));
}

void free_twice()
{
    void *const memory = tpu::TPUAlloc(64);
    tpu::TPUFree(memory);
    tpu::TPUFree(memory);
}

} // namespace

TORCH_LIBRARY(converted_tree, m)
{
    m.def("by_the_host(Tensor self, bool non_blocking) -> Tensor", by_the_host);
    m.def("free_twice() -> ()", free_twice);
    m.def("device_index() -> int", [] { return static_cast<int64_t>(tpu::TPUGetDeviceIndex()); });
    m.def("set_device(int index) -> ()", [](int64_t index) { tpu::TPUSetDeviceIndex(static_cast<int>(index)); });
}
