tpudnnStatus_t tpudnnPoolAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    if (mode == 0)
    {
        TPUDNN_SAFE_CALL(pimpl->launchKernel("pool", &api, sizeof(api)));
    }
    else
    {
        TPUDNN_SAFE_CALL(pimpl->launchKernel("pool.avg_pool", &api, sizeof(api)));
    }
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a pool: tpu_kernel_api_max_pool 1 sg_api_one_t - -
// bm_a pool.avg_pool: tpu_kernel_api_avg_pool 1 sg_api_one_t - -
// sg_b pool: tpu_kernel_api_max_pool_multi_core all sg_api_one_t - -
// sg_b pool.avg_pool: tpu_kernel_api_avg_pool_muti_core 1 sg_api_one_t - -
// sgdnnComputed refused: L111: the kernel's name is not a string literal, nor a constant of a header, so it has no row in a kernel table
