static int lanes(int x)
{ return x * kLanes; }
tpudnnStatus_t tpudnnScopedAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);

    const Range range = { 0, ::lanes(input.dim) };
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.dim = std::min(lanes(2), range.last) + kLanes;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("scoped", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a scoped: tpu_kernel_api_scoped 1 sg_api_one_t - -
// sg_b scoped: tpu_kernel_api_scoped 1 sg_api_one_t - -
