tpudnnStatus_t tpudnnBareAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    acme::kernels::args_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.mode = acme::kernels::lanes(input.dim) > acme::kernels::kLanes ? acme::kernels::WIDE : acme::kernels::PLAIN;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("bare", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a bare: tpu_kernel_api_bare 1 args_t - -
// sg_b bare: tpu_kernel_api_bare 1 args_t - -
tpudnnStatus_t tpudnnHalfAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    acme::kernels::args_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.mode = acme::kernels::WIDE;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("half", &api, sizeof(acme::kernels::args_t)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a half: tpu_kernel_api_half 1 acme::kernels::args_t - -
// sg_b half: tpu_kernel_api_half 1 acme::kernels::args_t - -
tpudnnStatus_t tpudnnWholeAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    acme::kernels::args_t api = { };
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.mode = acme::kernels::lanes(2);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("whole", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a whole: tpu_kernel_api_whole 1 acme::kernels::args_t - -
// sg_b whole: tpu_kernel_api_whole 1 acme::kernels::args_t - -
