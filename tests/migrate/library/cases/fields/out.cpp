tpudnnStatus_t tpudnnOtherFieldsAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dim == output.dim && input.shape[0] == (&output)->shape[0]);
    FieldOther other;
    other.rank = input.dim;
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys((&output)->addr);
    api.dim = other.rank;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("other_fields", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a other_fields: tpu_kernel_api_other 1 sg_api_one_t - -
// sg_b other_fields: tpu_kernel_api_other 1 sg_api_one_t - -
