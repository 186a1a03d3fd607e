// Casts of addresses to integers go; a narrower integer or a pointer is another matter.
tpudnnStatus_t tpudnnCastsAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    void *buffer;
    TPUDNN_SAFE_CALL(memory.malloc(&buffer, 64));
    tpudnnTensor_t local = input;
    local.addr = buffer;
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(output.addr);
    api.buffer_global_addr = pimpl->virtToPhys(buffer);
    api.list_global_addr[0] = pimpl->virtToPhys(buffer) + 32;
    api.list_global_addr[1] = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(local.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("casts", &api, sizeof(api)));
    memory.free(buffer);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a casts: tpu_kernel_api_casts 1 sg_api_one_t - -
// sg_b casts: tpu_kernel_api_casts 1 sg_api_one_t - -
// The kernel's name may stand behind the arguments, and its struct's size between.
tpudnnStatus_t tpudnnOrderAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    return pimpl->launchKernel("order", &api, sizeof(api));
}
// bm_a order: tpu_kernel_api_order all sg_api_one_t - -
// sg_b order: tpu_kernel_api_order all sg_api_one_t - -
// sgdnnAbort refused: L171: abort ends the process, which no operator of the unified library may; test with a check that gives a status
// sgdnnNarrow refused: L122: an address is cast to an integer that need not hold it; which value is meant is not known
