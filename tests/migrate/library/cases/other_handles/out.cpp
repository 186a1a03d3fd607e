// sgdnnOnOther refused: L119: sgdnnTPUKernelLaunch is called on second, which is not the function's own handle; its unified form would go to that one
// sgdnnAllocatesOnOther refused: L119: sgdnnMallocDeviceByte is called on second, which is not the function's own handle; its unified form would go to that one
// sgdnnCallsOnOther refused: L119: sgdnnInParentheses is called on second, which is not the function's own handle; its unified form would go to that one
// sgdnnAssigned refused: L119: the handle resource may become another one here; the unified form works on the one that the function is given
// sgdnnShadowed refused: L119: the handle resource is declared again here, so what is called on it may be called on another one; the unified form works on the one that the function is given
// sgdnnChanged refused: L119: the handle resource may become another one here; the unified form works on the one that the function is given
// sgdnnReferred refused: L119: the handle resource may become another one here; the unified form works on the one that the function is given
tpudnnStatus_t tpudnnInParenthesesAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(handle != NULL);
    sg_api_two_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("in_parentheses", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a in_parentheses: tpu_kernel_api_two 1 sg_api_two_t - -
// sg_b in_parentheses: tpu_kernel_api_two 1 sg_api_two_t - -
