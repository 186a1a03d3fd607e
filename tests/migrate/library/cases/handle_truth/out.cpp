tpudnnStatus_t tpudnnAsksHandleAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    if (handle == nullptr)
    {
        return TPUDNN_STATUS_SUCCESS;
    }
    TPUDNN_CHECK(handle != nullptr);
    TPUDNN_CHECK(handle != nullptr && input.dim < kWidth);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a asks_handle: - 1 - - -
// sg_b asks_handle: - 1 - - -
