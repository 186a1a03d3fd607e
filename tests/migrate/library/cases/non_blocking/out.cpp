tpudnnStatus_t tpudnnCopyAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("copy", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a copy: tpu_kernel_api_copy 1 sg_api_one_t - -
// sg_b copy: tpu_kernel_api_copy 1 sg_api_one_t - -
tpudnnStatus_t tpudnnTwoCopiesAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    tpudnnCopyAsync(handle, input, output);
    if (input.dim > 1)
    {
        TPUDNN_SAFE_CALL(tpudnnCopyAsync(handle, input, output));
        TPUDNN_SAFE_CALL(pimpl->synchronize());
    }
    return tpudnnCopyAsync(handle, input, output);
}
// bm_a two_copies: - 1 - - -
// sg_b two_copies: - 1 - - -
// sgdnnDecides refused: L102: whether this call waits is computed: input . dim > 1
tpudnnStatus_t tpudnnWaitsAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    if (input.dim > 1)
    {
        TPUDNN_SAFE_CALL(tpudnnCopyAsync(handle, input, output));
        TPUDNN_SAFE_CALL(pimpl->synchronize());
    }
    return tpudnnCopyAsync(handle, output, input);
}
// bm_a waits: - 1 - - -
// sg_b waits: - 1 - - -
tpudnnStatus_t tpudnnFlagsAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    const bool waits = false;
    for (int i = 0; i < input.dim; ++i)
    {
        TPUDNN_SAFE_CALL(tpudnnCopyAsync(handle, input, output));
        TPUDNN_SAFE_CALL(pimpl->synchronize());
    }
    if (input.dim > 1)
    {
        TPUDNN_SAFE_CALL(tpudnnCopyAsync(handle, input, output));
        TPUDNN_SAFE_CALL(pimpl->synchronize());
    }
    else
    {
        TPUDNN_SAFE_CALL(tpudnnCopyAsync(handle, output, input));
        TPUDNN_SAFE_CALL(pimpl->synchronize());
    }
    return tpudnnCopyAsync(handle, output, input);
}
// bm_a flags: - 1 - - -
// sg_b flags: - 1 - - -
tpudnnStatus_t tpudnnInHeadAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    {
        bool again = false;
        for (int i = 0;; again = true)
        {
            if (again)
            {
                i += tpudnnCopyAsync(handle, input, output) == TPUDNN_STATUS_SUCCESS;
                TPUDNN_SAFE_CALL(pimpl->synchronize());
            }
            if (!(i < 2))
            {
                break;
            }
            input.dim = i;
        }
    }
    return tpudnnCopyAsync(handle, output, input);
}
// bm_a in_head: - 1 - - -
// sg_b in_head: - 1 - - -
// sgdnnInNoOrder refused: L112: the call waits but is not a statement of its own
// sgdnnVariable refused: L102: whether this call waits is computed: waits
