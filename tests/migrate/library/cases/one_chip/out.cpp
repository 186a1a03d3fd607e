tpudnnStatus_t tpudnnOnlyOneAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 || input.dtype == TPUDNN_DTYPE_FP16);
    TPUDNN_REQUIRE_KERNEL(pimpl, "only_one");
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("only_one", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a only_one: tpu_kernel_api_only_one 1 sg_api_one_t f32,f16 -
tpudnnStatus_t tpudnnOtherAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "other");
    if (input.dim == 2)
    {
        sg_api_one_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("other", &api, sizeof(api)));
        return TPUDNN_STATUS_SUCCESS;
    } else {
        TPUDNN_CHECK(false);
    }
}
// sg_b other: other_multi_core all sg_api_one_t - -
// D201 sgdnnOnlyOne: this comment stood only in a dropped branch: // TODO: sg2260
