// doubles a number
static inline int tpudnnDouble(int value)
{
    return 2 * value;
}
tpudnnStatus_t tpudnnTwiceAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.mode = tpudnnDouble(input.dim);; // stray
    TPUDNN_SAFE_CALL(pimpl->launchKernel("twice", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a twice: tpu_kernel_api_twice 1 sg_api_one_t - -
// sg_b twice: tpu_kernel_api_twice_multi_core all sg_api_one_t - -
// D201 sgdnnDouble: this comment stood only in a dropped branch: // the same
// D202 sgdnnTwice: the status of this launch was ignored and is checked from now on
