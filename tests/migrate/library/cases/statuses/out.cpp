tpudnnStatus_t tpudnnAsksAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    tpudnnStatus_t status = pimpl->launchKernel("asks", &api, sizeof(api));
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        return status;
    }
    if ((status == TPUDNN_STATUS_SUCCESS) && input.dim > 0)
    {
        return TPUDNN_STATUS_SUCCESS;
    }
    return status;
}
// bm_a asks: tpu_kernel_api_asks 1 sg_api_one_t - -
// sg_b asks: tpu_kernel_api_asks 1 sg_api_one_t - -
static bool failed(tpudnnStatus_t status)
{
    return status != TPUDNN_STATUS_SUCCESS;
}
