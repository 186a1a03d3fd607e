namespace at {
Tensor &dead_valid(const Tensor &a, Tensor &b) {
#if 1
  b = a.cpu();
#else
  auto status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
  TORCH_CHECK(status == SG_SUCCESS);
#endif
  return b;
}
#if 0
void dead_invalid(const Tensor &a) {
  auto status = sgdnnRemoved(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a));
  TORCH_CHECK(status == SG_SUCCESS);
  sgdnn_old(tpu::TPUGetDeviceResource());
}
#else
void alive(const Tensor &a, Tensor &b) {
  // was: sgdnnBeta(tpu::TPUGetDeviceResource(), a);
  auto status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
  TORCH_CHECK(status == SG_SUCCESS);
}
#endif
} // namespace at
