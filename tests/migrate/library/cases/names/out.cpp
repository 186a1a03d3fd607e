static inline bool tpudnnIsWide(tpudnnDataType_t dtype)
{
    return dtype == TPUDNN_DTYPE_INT64;
}
tpudnnStatus_t tpudnnNamedAsync(tpudnnHandle_t handle, tpudnnTensor_t self, int pimpl,
                                std::vector<tpudnnTensor_t> &memory)
{
    auto pimpl2 = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory2(pimpl2);
    void *mem = nullptr;
    TPUDNN_SAFE_CALL(memory2.malloc(&mem, DIV_UP(pimpl, 64) * 64));
    sg_api_one_t api = {};
    api.input_global_addr = pimpl2->virtToPhys(self.addr);
    api.buffer_global_addr = pimpl2->virtToPhys(mem);
    api.mode = tpudnnIsWide(self.dtype) ? pimpl : (int) memory.size();
    TPUDNN_SAFE_CALL(pimpl2->launchKernel("named", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a named: tpu_kernel_api_named 1 sg_api_one_t - -
// sg_b named: tpu_kernel_api_named 1 sg_api_one_t - -
// sgdnnTaken refused: L101: the name handle is already used in this function; rename it there
