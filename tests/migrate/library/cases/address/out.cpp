tpudnnStatus_t tpudnnGatherAsync(tpudnnHandle_t handle, const tpudnnTensor_t *inputs, int num, tpudnnTensor_t a,
                                 tpudnnTensor_t b, tpudnnTensor_t out)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    void *mem = nullptr;
    tpudnnTensor_t copy = a;
    if (a.addr != nullptr && nullptr != b.addr)
    {
        TPUDNN_CHECK(a.dim == b.dim);
    }
    if (b.addr == nullptr) return TPUDNN_STATUS_SUCCESS;
    TPUDNN_SAFE_CALL(memory.malloc(&mem, tpudnnTensorBytes(&a)));
    copy.addr = mem;
    sg_api_one_t api = {};
    for (int i = 0; i < num; ++i)
    {
        api.list_global_addr[i] = pimpl->virtToPhys(inputs[i].addr);
    }
    api.input_global_addr = pimpl->virtToPhys(a.dim > 1 ? mem : a.addr);
    api.other_global_addr = pimpl->virtToPhys(b.addr != nullptr ? b.addr : nullptr);
    api.output_global_addr = pimpl->virtToPhys(out.addr) + 64;
    api.buffer_global_addr = 0;
    api.mode = (int) (b.addr != nullptr);
    unsigned long long first = pimpl->virtToPhys(copy.addr);
    api.buffer_global_addr = first;
    copy.addr = nullptr;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("gather", &api, sizeof(api)));
    memory.free(mem);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a gather: tpu_kernel_api_gather 1 sg_api_one_t - -
// sg_b gather: tpu_kernel_api_gather 1 sg_api_one_t - -
