tpudnnStatus_t tpudnnPlainAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    TPUDNN_CHECK(input.dim > 1 && input.dim < 4);
    TPUDNN_CHECK(input.shape[0] & 1);
    TPUDNN_CHECK(twice(input.dim) == 4);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a plain: - 1 - - -
// sg_b plain: - 1 - - -
tpudnnStatus_t tpudnnOddAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    bool ok = true;
    std::unique_ptr<int> size(new int(input.dim));
    Parity parity = { input.dim };
    TPUDNN_CHECK(static_cast<bool>(0 < input.dim < 3));
    TPUDNN_CHECK(static_cast<bool>(input.dim > 1 & input.shape[0] > 1));
    TPUDNN_CHECK(static_cast<bool>(ok &= input.dim > 1));
    TPUDNN_CHECK(static_cast<bool>(size != NULL));
    TPUDNN_CHECK(static_cast<bool>(parity == 1));
    TPUDNN_CHECK(static_cast<bool>(twice(1) != twice(input.dim)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a odd: - 1 - - -
// sg_b odd: - 1 - - -
// operator== skipped: a member of Parity, which comes along where it is used
