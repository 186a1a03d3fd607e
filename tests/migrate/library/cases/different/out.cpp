tpudnnStatus_t tpudnnMultiplyAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    if (pimpl->follows("multiply", "single_core"))
    {
        sg_api_one_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("multiply", &api, sizeof(api)));
    }
    else if (pimpl->follows("multiply", "multi_core"))
    {
        sg_api_two_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.transposed = 0;
        TPUDNN_SAFE_CALL(pimpl->launchKernel("multiply", &api, sizeof(api)));
    }
    else
    {
        return pimpl->notSupported("multiply");
    }
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a multiply: tpu_kernel_api_multiply 1 sg_api_one_t - single_core
// sg_b multiply: tpu_kernel_api_multiply_two 1 sg_api_two_t - multi_core
// sgdnnEscapes refused: L151: size is declared in one branch and used behind the conditional
tpudnnStatus_t tpudnnPartlyAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_two_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.transposed = 0;
    if (pimpl->follows("partly", "multi_core"))
    {
        api.transposed = 1;
    }
    TPUDNN_SAFE_CALL(pimpl->launchKernel("partly", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a partly: tpu_kernel_api_partly 1 sg_api_two_t - -
// sg_b partly: tpu_kernel_api_partly 1 sg_api_two_t - multi_core
