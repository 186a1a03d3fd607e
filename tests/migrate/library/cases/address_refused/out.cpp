// sgdnnMixed refused: L123: one branch is an address, the other is offset * 2; write an if
tpudnnStatus_t tpudnnMovedAsync(tpudnnHandle_t handle, tpudnnTensor_t a)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    tpudnnTensor_t b = a;
    b.addr = tpudnn::bytesAt(a.addr) + 64;
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(b.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("moved", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a moved: tpu_kernel_api_moved 1 sg_api_one_t - -
// sg_b moved: tpu_kernel_api_moved 1 sg_api_one_t - -
// sgdnnNumber refused: L126: a tensor's address is set from where, which is not known to be virtual
// sgdnnMovedOptional refused: L124: an offset is added to a . addr: a may be a tensor that is not there, whose address is 0, and 0 with an offset would be taken for an address; check the address first, or test it in an `if` around this
// sgdnnAskedType refused: L125: asks for the type of a tensor's address, which is another one in the unified library
