// What is asked of a status that is a truth value or a number. Any failure is meant by false.
tpudnnStatus_t tpudnnOfBoolAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("of_bool", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a of_bool: tpu_kernel_api_one 1 sg_api_one_t - -
// sg_b of_bool: tpu_kernel_api_one 1 sg_api_one_t - -
tpudnnStatus_t tpudnnOfIntAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("of_int", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a of_int: tpu_kernel_api_one 1 sg_api_one_t - -
// sg_b of_int: tpu_kernel_api_one 1 sg_api_one_t - -
tpudnnStatus_t tpudnnBoolEqualAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    if (tpudnnOfBoolAsync(handle, input, output) != TPUDNN_STATUS_SUCCESS) return TPUDNN_STATUS_FAILED;
    tpudnnStatus_t fine = tpudnnOfBoolAsync(handle, input, output);
    if (TPUDNN_STATUS_SUCCESS == fine && input.dim > 1) return TPUDNN_STATUS_SUCCESS;
    if ((fine) == TPUDNN_STATUS_SUCCESS) return TPUDNN_STATUS_FAILED;
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a bool_equal: - 1 - - -
// sg_b bool_equal: - 1 - - -
tpudnnStatus_t tpudnnBoolWhileAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    while (TPUDNN_STATUS_SUCCESS != tpudnnOfBoolAsync(handle, input, output)) output.dim += 1;
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a bool_while: - 1 - - -
// sg_b bool_while: - 1 - - -
tpudnnStatus_t tpudnnBoolWithinAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    tpudnnStatus_t fine;
    if ((fine = tpudnnOfBoolAsync(handle, input, output)) != TPUDNN_STATUS_SUCCESS) return TPUDNN_STATUS_FAILED;
    return fine;
}
// bm_a bool_within: - 1 - - -
// sg_b bool_within: - 1 - - -
tpudnnStatus_t tpudnnBoolAnswerAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    bool asked = tpudnnOfBoolAsync(handle, input, output) == TPUDNN_STATUS_SUCCESS;
    return (asked) ? TPUDNN_STATUS_SUCCESS : TPUDNN_STATUS_FAILED;
}
// bm_a bool_answer: - 1 - - -
// sg_b bool_answer: - 1 - - -
// sgdnnBoolFor refused: L184: sgdnnOfBool is a status, and it is used as a number; no rule says which status that is
// sgdnnBoolForLater refused: L184: fine is a status, and it is used as a number; no rule says which status that is
// sgdnnBoolFromNumber refused: L184: sgdnnOfInt is a status, and it is used as a number; no rule says which status that is
// sgdnnBoolFromNumberKept refused: L184: sgdnnOfInt is a status, and it is used as a number; no rule says which status that is
tpudnnStatus_t tpudnnBoolOfNumberAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    return (-1) ? TPUDNN_STATUS_SUCCESS : TPUDNN_STATUS_FAILED;
}
// bm_a bool_of_number: - 1 - - -
// sg_b bool_of_number: - 1 - - -
// sgdnnBoolNegated refused: L184: sgdnnOfBool is a status, and it is compared as a part of something else; no rule says which status that is
// sgdnnIntFromTruth refused: L184: sgdnnOfBool is a status, and it is used as a number; no rule says which status that is
// sgdnnIntOfTruth refused: L184: true is a status, and it is returned; no rule says which status that is
// sgdnnIntTruth refused: L184: sgdnnOfInt is a status, and it is compared with false; no rule says which status that is
// sgdnnIntSwitch refused: L184: sgdnnOfInt is a status, and it is used as a number; no rule says which status that is
// sgdnnIntSwitchKept refused: L184: done is a status, and it is used as a number; no rule says which status that is
tpudnnStatus_t tpudnnIntReversedAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    if (TPUDNN_STATUS_FAILED == tpudnnOfIntAsync(handle, input, output)) return TPUDNN_STATUS_BAD_PARAM;
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a int_reversed: - 1 - - -
// sg_b int_reversed: - 1 - - -
// sgdnnIntSum refused: L184: sgdnnOfInt is a status, and it is compared as a part of something else; no rule says which status that is
// sgdnnIntSumBehind refused: L184: sgdnnOfInt is a status, and it is compared as a part of something else; no rule says which status that is
// sgdnnIntSumGiven refused: L184: done is a status, and it is given another value; no rule says which status that is
// sgdnnIntChosen refused: L184: sgdnnOfInt is a status, and it is used as a number; no rule says which status that is
// sgdnnIntCast refused: L184: sgdnnOfInt is a status, and it is used as a number; no rule says which status that is
tpudnnStatus_t tpudnnIntGivenAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    tpudnnStatus_t done;
    if ((done = tpudnnOfIntAsync(handle, input, output)) != TPUDNN_STATUS_SUCCESS) return done;
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a int_given: - 1 - - -
// sg_b int_given: - 1 - - -
// sgdnnIntCompared refused: L184: bad is a status, and it is returned; no rule says which status that is
// sgdnnIntArgument refused: L184: sgdnnOfInt is a status, and it is used as a number; no rule says which status that is
tpudnnStatus_t tpudnnIntReturnedAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    return (tpudnnOfIntAsync(handle, input, output));
}
// bm_a int_returned: - 1 - - -
// sg_b int_returned: - 1 - - -
