// sgdnnKeeps refused: L131: a device buffer is declared static, so it is there in the next call too; buffers of the unified library end with the function
// sgdnnGives refused: L131: a device buffer is stored in output, which outlives the function; buffers of the unified library end with the function
// sgdnnHands refused: L131: a device buffer is handed to use; buffers of the unified library end with the function
tpudnnStatus_t tpudnnScopedAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    void *mem = nullptr;
    TPUDNN_SAFE_CALL(memory.malloc(&mem, 64));
    input.addr = mem;
    memory.free(mem);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a scoped: - 1 - - -
// sg_b scoped: - 1 - - -
// sgdnnExchanges refused: L131: a device buffer is handed to exchange together with output, which outlives the function; buffers of the unified library end with the function
// sgdnnRefers refused: L131: a device buffer is stored in output, which outlives the function; buffers of the unified library end with the function
tpudnnStatus_t tpudnnRefersToOwnAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t *output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    void *mem = nullptr;
    TPUDNN_SAFE_CALL(memory.malloc(&mem, 64));
    tpudnnTensor_t &one = input;
    one.dim = output->dim;
    one.addr = mem;
    output->dim = one.dim;
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a refers_to_own: - 1 - - -
// sg_b refers_to_own: - 1 - - -
