// #include "sgdnn_api.h"
// namespace at {
// void gone(const Tensor &a) {
//   auto status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a));
//   TORCH_CHECK(status == SG_SUCCESS);
// }
// } // namespace at
