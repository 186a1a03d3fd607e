/* Data types that are left out are 0 in the legacy numbers. */
tpudnnStatus_t tpudnnLeftOutAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    tpudnnTensor_t none = {.addr = 0,.dtype = TPUDNN_DTYPE_FP32 }, given = {.addr = 0,.dtype = TPUDNN_DTYPE_FP16 };
    tpudnnTensor_t empty = {.dtype = TPUDNN_DTYPE_FP32};
    tpudnnTensor_t three[3] = {{.dtype = TPUDNN_DTYPE_FP32}, {.dtype = TPUDNN_DTYPE_FP32}, {.dtype = TPUDNN_DTYPE_FP32} }, two[2] = { input, {.dtype = TPUDNN_DTYPE_FP32} };
    tpudnnTensor_t more[] = { {.dtype = TPUDNN_DTYPE_FP32 }, {.addr = 0,.dtype = TPUDNN_DTYPE_FP32 } };
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(none.addr);
    api.mode = empty.dtype == input.dtype ? given.dim : three[2].dim + two[1].dim + more[0].dim;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("left_out", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a left_out: tpu_kernel_api_left_out 1 sg_api_one_t - -
// sg_b left_out: tpu_kernel_api_left_out 1 sg_api_one_t - -
// The elements of a vector that is made of a number of them.
tpudnnStatus_t tpudnnVectorOfAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int count)
{
    std::vector<tpudnnTensor_t> work(2, tpudnnTensor_t {.dtype = TPUDNN_DTYPE_FP32}), more(2, input);
    std::vector<tpudnnTensor_t> counted(count, tpudnnTensor_t {.dtype = TPUDNN_DTYPE_FP32});
    work[0] = input;
    TPUDNN_CHECK(work[1].dtype == counted[0].dtype && more[0].dim > 0);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a vector_of: - 1 - - -
// sg_b vector_of: - 1 - - -
