tpudnnStatus_t tpudnnBuffersAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    typedef struct
    {
        void *mem;
        tpudnnTensor_t tensor;
    } Pair_t;
    Pair_t pair;
    void *first = nullptr, *second = nullptr;
    tpudnnStatus_t status = memory.malloc(&first, 64);
    if (TPUDNN_STATUS_SUCCESS != status)
    {
        TPUDNN_LOG_ERROR("malloc device error");
        return status;
    }
    TPUDNN_SAFE_CALL(memory.malloc(&second, tpudnnTensorBytes(&input) / 2));
    TPUDNN_SAFE_CALL(memory.malloc(&pair.mem, 128));
    pair.tensor.addr = pair.mem;
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(first);
    api.other_global_addr = pimpl->virtToPhys(second);
    api.buffer_global_addr = pimpl->virtToPhys(pair.tensor.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("buffers", &api, sizeof(api)));
    void *source = output.addr;
    float value = 0;
    TPUDNN_SAFE_CALL(pimpl->memcpyD2S(&value, source, 4));
    memory.free(first);
    memory.free(pair.mem);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a buffers: tpu_kernel_api_buffers 1 sg_api_one_t - -
// sg_b buffers: tpu_kernel_api_buffers 1 sg_api_one_t - -
