namespace at {
void refuses_elsewhere(const Tensor &a, Tensor &b) {
#if defined BACKEND_SG2260
  tpuRtStatus_t status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
  TORCH_CHECK(status == tpuRtSuccess);
#elif defined BACKEND_1684X
  // not on this chip
  TORCH_CHECK(false);
#else
  TORCH_CHECK( false, "no chip" );
#endif
}

void both_refuse(const Tensor &a) {
#ifdef BACKEND_SG2260
  TORCH_CHECK(false, "not yet");
#else
  TORCH_CHECK(false, "never");
#endif
}

void does_nothing_elsewhere(const Tensor &a, Tensor &b) {
  TIMING_START;
  #ifdef BACKEND_SG2260
  SAFE_CALL(sgdnnDelta(tpu::TPUGetDeviceResource(), true));
  #endif
  TIMING_END(tpu::DUMMY);
}

void differs(const Tensor &a, Tensor &b) {
#if defined BACKEND_1684X
  auto c = a.contiguous();
  sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(c), tpu::TPUGenerateSgdnnTensor(b));
#elif defined BACKEND_SG2260
  sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
#else
  TORCH_CHECK(false);
#endif
}

void same(const Tensor &a, Tensor &b) {
#if defined BACKEND_1684X
  sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
#elif defined BACKEND_SG2260
  sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a),
             tpu::TPUGenerateSgdnnTensor(b));
#endif
}

void another_macro(const Tensor &a, Tensor &b) {
#ifdef USE_FAST_PATH
  auto s = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
#else
  auto s = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(b), tpu::TPUGenerateSgdnnTensor(a));
#endif
  TORCH_CHECK(s == SG_SUCCESS);
}
} // namespace at
