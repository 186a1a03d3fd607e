static int lanes_of(tpudnnHandle_t handle, int x)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    if (pimpl->follows("helper.lanes_of", "single_core"))
    {
        return x * 32;
    }
    else if (pimpl->follows("helper.lanes_of", "multi_core"))
    {
        return x * 64;
    }
    else
    {
        throw tpudnn::StatusPassed(pimpl->notSupported("helper.lanes_of"));
    }
}
// bm_a helper.lanes_of: - 1 - - single_core
// sg_b helper.lanes_of: - 1 - - multi_core
static inline int twice(tpudnnHandle_t handle)
{
    return 2 * lanes_of(handle, 1);
}
static unsigned long long row_of(tpudnnHandle_t handle, const tpudnnTensor_t *tensor, int row)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    return pimpl->virtToPhys(tensor->addr) + row * tensor->stride[0];
}
static void *reserve(tpudnnHandle_t handle, TPUDNNScopedMemory &memory, unsigned long long size)
{
    void *buffer = nullptr;
    TPUDNN_SAFE_CALL(memory.malloc(&buffer, size));
    return buffer;
}
static void release(tpudnnHandle_t handle, TPUDNNScopedMemory &memory, void *buffer)
{
    memory.free(buffer);
}
tpudnnStatus_t tpudnnGivenAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    void *buffer = reserve(handle, memory, 64);
    sg_api_one_t api = {};
    api.input_global_addr = row_of(handle, &input, twice(handle));
    api.buffer_global_addr = pimpl->virtToPhys(buffer);
    api.dim = lanes_of(handle, input.dim);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("given", &api, sizeof(api)));
    release(handle, memory, buffer);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a given: tpu_kernel_api_given 1 sg_api_one_t - -
// sg_b given: tpu_kernel_api_given 1 sg_api_one_t - -
