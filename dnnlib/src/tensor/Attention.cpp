#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnAttnAsync(tpudnnHandle_t handle, tpudnnTensor_t q, tpudnnTensor_t k, tpudnnTensor_t v,
                               tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(q.dtype == k.dtype);
    TPUDNN_CHECK(q.dtype == v.dtype);
    TPUDNN_CHECK(q.dtype == output.dtype);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&q));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&k));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&v));
    return pimpl->notSupported("attn");
}

tpudnnStatus_t tpudnnAttnBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t q,
                                       tpudnnTensor_t k, tpudnnTensor_t v, tpudnnTensor_t grad_q, tpudnnTensor_t grad_k,
                                       tpudnnTensor_t grad_v)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(tpudnnIsSameShape(&q, &grad_q));
    TPUDNN_CHECK(tpudnnIsSameShape(&k, &grad_k));
    TPUDNN_CHECK(tpudnnIsSameShape(&v, &grad_v));
    return pimpl->notSupported("attn_backward");
}
