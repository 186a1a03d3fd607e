// Reordered, converted, dropped and inserted parameters.
tpudnnStatus_t tpudnnClampAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, double low_given,
                                int dim, tpudnnTensor_t mask)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    float low = static_cast<float>(low_given);
    bool exact = true;
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.value = low;
    api.dim = dim;
    api.mode = exact ? 1 : 0;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("clamp", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a clamp: tpu_kernel_api_clip 1 sg_api_one_t - -
// sg_b clamp: tpu_kernel_api_clip 1 sg_api_one_t - -
// A call is arranged as the declaration is, with everything inside it converted.
tpudnnStatus_t tpudnnClipTwiceAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_SAFE_CALL(tpudnnClampAsync(handle, input, output, static_cast<double>(0.5f), input.dtype == TPUDNN_DTYPE_FP32 ? 1 : 2, tpudnnUndefinedTensor()));
    TPUDNN_SAFE_CALL(tpudnnClampAsync(handle, output, output, static_cast<double>(0.5f), 1, tpudnnUndefinedTensor()));
    TPUDNN_SAFE_CALL(pimpl->synchronize());
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a clip_twice: - 1 - - -
// sg_b clip_twice: - 1 - - -
// sgdnnWrong refused: L174: the rule of sgdnnWrong names the parameters [1, 2]; the function has 1 to 1, each to be kept once or given a value under `dropped`
// sgdnnBeyond refused: L174: the rule of sgdnnBeyond names the parameters [1, 3]; the function has 1 to 2, each to be kept once or given a value under `dropped`
// sgdnnCallsBeyond refused: L174: the rule of sgdnnBeyond does not fit this call of 2 arguments
