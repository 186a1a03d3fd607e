tpudnnStatus_t tpudnnHalveAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("halve", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a halve: tpu_kernel_api_halve 1 sg_api_one_t - -
// sg_b halve: tpu_kernel_api_halve_multi_core all sg_api_one_t - -
