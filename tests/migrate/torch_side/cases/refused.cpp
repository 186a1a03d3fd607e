#if defined BACKEND_SG2260 && defined USE_TRACE
#include "trace.h"
#endif
namespace at {
void unknown(const Tensor &a) {
  auto status = sgdnnNoSuch(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a));
  TORCH_CHECK(status == SG_SUCCESS);
}

void too_many(const Tensor &a, Tensor &b) {
  sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b), true, 1);
}

void address(const Tensor &a, Tensor &b) {
  SgdnnTensor_t t = tpu::TPUGenerateSgdnnTensor(a);
  t.addr += 64;
  sgdnnAlpha(tpu::TPUGetDeviceResource(), t, tpu::TPUGenerateSgdnnTensor(b));
}

void elsewhere() {
  vendorFunction(tpu::TPUGetDeviceResource());
}

void mixed(const Tensor &a, Tensor &b) {
  tpuRtStatus_t status = tpuRtDeviceSynchronize();
  status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
  TORCH_CHECK(status == tpuRtSuccess);
}

auto pointer = &sgdnnAlpha;

bool waits_inside(const Tensor &a, Tensor &b) {
  return sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b), false) == SG_SUCCESS;
}

void fine(const Tensor &a, Tensor &b) {
  sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
}
} // namespace at
