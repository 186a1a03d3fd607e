tpudnnStatus_t tpudnnNeverAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dim == 1);
    return pimpl->notSupported("never");
}
