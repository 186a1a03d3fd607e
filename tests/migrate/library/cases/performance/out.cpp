tpudnnStatus_t tpudnnMeasuredAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
#ifdef USE_SOMETHING
    api.mode = 1;
#else
    api.mode = 2;
#endif
    TPUDNN_SAFE_CALL(pimpl->launchKernel("measured", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a measured: tpu_kernel_api_measured 1 sg_api_one_t - -
// sg_b measured: tpu_kernel_api_measured_multi_core all sg_api_one_t - -
