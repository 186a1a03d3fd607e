#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnDummyAsync(tpudnnHandle_t handle)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_gelu_t api = {}; // not read
    TPUDNN_SAFE_CALL(pimpl->launchKernel("dummy", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
