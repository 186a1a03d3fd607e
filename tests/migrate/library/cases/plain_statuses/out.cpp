// An int: 0 is success.
tpudnnStatus_t tpudnnNumberAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    if (input.dim != output.dim) return TPUDNN_STATUS_BAD_PARAM;
    if (input.dim > 4)
    {
        return TPUDNN_STATUS_FAILED;
    }
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("number", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a number: tpu_kernel_api_number 1 sg_api_one_t - -
// sg_b number: tpu_kernel_api_number 1 sg_api_one_t - -
tpudnnStatus_t tpudnnCallsAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    tpudnnStatus_t done = tpudnnNumberAsync(handle, input, output);
    if (done != TPUDNN_STATUS_SUCCESS) return done;
    if (tpudnnNumberAsync(handle, output, input) != TPUDNN_STATUS_SUCCESS || input.dim == 3) return TPUDNN_STATUS_FAILED;
    done = tpudnnNumberAsync(handle, input, output);
    if (done == TPUDNN_STATUS_BAD_PARAM) return TPUDNN_STATUS_SUCCESS;
    return tpudnnNumberAsync(handle, output, output);
}
// bm_a calls: - 1 - - -
// sg_b calls: - 1 - - -
// sgdnnCounts refused: L184: sgdnnNumber is a status, and it is used as a number; no rule says which status that is
// Nothing: an answer of its own.
tpudnnStatus_t tpudnnSilentAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    if (input.dim == 0) return TPUDNN_STATUS_SUCCESS;
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("silent", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a silent: tpu_kernel_api_silent 1 sg_api_one_t - -
// sg_b silent: tpu_kernel_api_silent 1 sg_api_one_t - -
// An enumeration with a scope.
tpudnnStatus_t tpudnnScopedAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    if (input.dim != output.dim) return TPUDNN_STATUS_BAD_PARAM;
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("scoped", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a scoped: tpu_kernel_api_scoped 1 sg_api_one_t - -
// sg_b scoped: tpu_kernel_api_scoped 1 sg_api_one_t - -
// A truth value: true is success.
tpudnnStatus_t tpudnnTrueAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    if ((tpudnnTrueAsync(handle, output, input) != TPUDNN_STATUS_SUCCESS) && input.dim > 1) return TPUDNN_STATUS_FAILED;
    tpudnnStatus_t fine = tpudnnTrueAsync(handle, input, output);
    tpudnnStatus_t wrong = tpudnnNumberAsync(handle, input, output);
    if ((fine != TPUDNN_STATUS_SUCCESS) || (wrong != TPUDNN_STATUS_SUCCESS)) return TPUDNN_STATUS_FAILED;
    if ((wrong == TPUDNN_STATUS_SUCCESS) && (fine == TPUDNN_STATUS_SUCCESS)) return (input.dim == output.dim) ? TPUDNN_STATUS_SUCCESS : TPUDNN_STATUS_FAILED;
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a true: - 1 - - -
// sg_b true: - 1 - - -
// What a status begins with is one as well, in each block's own variable.
tpudnnStatus_t tpudnnBeginsAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    tpudnnStatus_t done = TPUDNN_STATUS_FAILED;
    if (input.dim > 1) {
        done = tpudnnTrueAsync(handle, input, output);
    } else {
        tpudnnStatus_t done = TPUDNN_STATUS_SUCCESS;
        done = tpudnnTrueAsync(handle, output, input);
        if (done != TPUDNN_STATUS_SUCCESS) return TPUDNN_STATUS_FAILED;
    }
    const auto last = tpudnnTrueAsync(handle, input, output);
    if (last != TPUDNN_STATUS_SUCCESS) return TPUDNN_STATUS_FAILED;
    return done;
}
// bm_a begins: - 1 - - -
// sg_b begins: - 1 - - -
// sgdnnTwoOfOne refused: L184: sgdnnNumber is a status, and it is used as a number; no rule says which status that is
// sgdnnBeginsOdd refused: L184: wrong is a status, and it is given another value; no rule says which status that is
