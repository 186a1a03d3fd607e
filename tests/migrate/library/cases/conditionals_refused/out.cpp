tpudnnStatus_t tpudnnCombinedAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
#if defined FAST
#error MIGRATE L150: what FAST decides for this function is written as without it
#endif

    TPUDNN_CHECK(input.dim == 2);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a combined: - 1 - - -
// sg_b combined: - 1 - - -
// sgdnnCut refused: L153: a branch of this conditional cuts through a statement
// sgdnnDiffers refused: L152: the chips differ, and the function has no status to answer NOT_SUPPORTED with; unified.value_not_supported may say what it does instead
// D206 sgdnnCombined: what FAST decides for this function is written as without it
