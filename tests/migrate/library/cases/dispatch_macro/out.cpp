tpudnnStatus_t tpudnnOnlyOneAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 || input.dtype == TPUDNN_DTYPE_FP16);
#if defined __bm1684x__
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("only_one", &api, sizeof(api)));
#elif defined __sg2260__
    TPUDNN_CHECK(false); // TODO: sg2260
#else
    TPUDNN_CHECK(false);
#endif
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a only_one: tpu_kernel_api_only_one 1 sg_api_one_t f32,f16 -
tpudnnStatus_t tpudnnOtherAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
#if defined __sg2260__
    if (input.dim == 2)
    {
        sg_api_one_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("other", &api, sizeof(api)));
        return TPUDNN_STATUS_SUCCESS;
    } else {
        TPUDNN_CHECK(false);
    }
#else
    TPUDNN_CHECK(false);
#endif
}
// sg_b other: other_multi_core all sg_api_one_t - -
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
tpudnnStatus_t tpudnnMultiplyAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
#if defined __bm1684x__
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("multiply", &api, sizeof(api)));
#elif defined __sg2260__
    sg_api_two_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.transposed = 0;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("multiply", &api, sizeof(api)));
#else
    TPUDNN_CHECK(false);
#endif
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a multiply: tpu_kernel_api_multiply 1 sg_api_one_t - -
// sg_b multiply: tpu_kernel_api_multiply_two 1 sg_api_two_t - -
tpudnnStatus_t tpudnnEscapesAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
#if defined __bm1684x__
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    int size = 1;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("escapes", &api, sizeof(api)));
#elif defined __sg2260__
    sg_api_two_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    int size = 2;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("escapes", &api, sizeof(api)));
#endif
    TPUDNN_CHECK(size > 1);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a escapes: tpu_kernel_api_escapes 1 sg_api_one_t - -
// sg_b escapes: tpu_kernel_api_escapes 1 sg_api_two_t - -
tpudnnStatus_t tpudnnPartlyAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_two_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.transposed = 0;
#if defined __sg2260__
    api.transposed = 1;
#endif
    TPUDNN_SAFE_CALL(pimpl->launchKernel("partly", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a partly: tpu_kernel_api_partly 1 sg_api_two_t - -
// sg_b partly: tpu_kernel_api_partly 1 sg_api_two_t - -
