tpudnnStatus_t tpudnnRoundAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int up)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_round_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.mode = tpudnnKernelOddMode(up ? ODD_MODE_UP : ODD_MODE_DOWN);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("round", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a round: tpu_kernel_api_round 1 sg_api_round_t - -
// sg_b round: tpu_kernel_api_round_multi_core all sg_api_round_t - -
