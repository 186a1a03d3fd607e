// One kernel for another, on all chips: struct, fields and symbol.
tpudnnStatus_t tpudnnShiftAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int dim)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_two_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.transposed = dim;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("shift", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a shift: tpu_kernel_shift_v2 1 sg_api_two_t - -
// sg_b shift: tpu_kernel_shift_v2 all sg_api_two_t - -
// One chip's launch takes the kernel of the other one: what differed becomes equal.
tpudnnStatus_t tpudnnSignAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_two_t api = {};
    api.transposed = 7;
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("sign", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a sign: tpu_kernel_api_active 1 sg_api_two_t - -
// sg_b sign: tpu_kernel_api_active_multi_core all sg_api_two_t - -
// sgdnnShared refused: L173: the rule of tpu_kernel_api_shared is for sg_b only, but bm_a and sg_b share this launch
// sgdnnHalf refused: L173: launches share this struct, but rules want sg_api_two_t for one and sg_api_one_t for another
// sgdnnTwoStructs refused: L173: tpu_kernel_api_either is launched with sg_api_one_t and with sg_api_two_t; a row of a kernel table has one struct
// sgdnnCounted refused: L113: the rule drops the field mode, and what it is set to may have an effect; store it in a variable first
// And to what has none.
tpudnnStatus_t tpudnnUncountedAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int dim)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_two_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("uncounted", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a uncounted: tpu_kernel_api_own 1 sg_api_two_t - -
// sg_b uncounted: tpu_kernel_api_own 1 sg_api_two_t - -
