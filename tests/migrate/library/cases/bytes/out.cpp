tpudnnStatus_t tpudnnBytesAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    // grüße, � not UTF-8
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    const char *text = R"x(
 sgdnnBytes "kept" )x";
    TPUDNN_CHECK(text != 0);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("bytes", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a bytes: tpu_kernel_api_bytes 1 sg_api_one_t - -
// sg_b bytes: tpu_kernel_api_bytes 1 sg_api_one_t - -
