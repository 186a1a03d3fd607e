#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnMatmulAsync(
    tpudnnHandle_t handle,
    tpudnnTensor_t left,
    tpudnnTensor_t right,
    tpudnnTensor_t bias,
    tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(left.dtype == right.dtype);
    TPUDNN_CHECK(left.dtype == output.dtype);
    TPUDNN_CHECK(left.dim == 2 && right.dim == 2 && output.dim == 2);
    TPUDNN_CHECK(left.shape[1] == right.shape[0]);
    TPUDNN_CHECK(left.shape[0] == output.shape[0]);
    TPUDNN_CHECK(right.shape[1] == output.shape[1]);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&left) || tpudnnIsTensorTransposed(&left));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&right) || tpudnnIsTensorTransposed(&right));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    if (bias.addr != 0)
    {
        TPUDNN_CHECK(left.dtype == bias.dtype);
        TPUDNN_CHECK(bias.dim == 1);
        TPUDNN_CHECK(bias.shape[0] == output.shape[1]);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&bias));
    }
    if (pimpl->follows("matmul", "bm_a"))
    {
        void *left_mem = nullptr;
        if (tpudnnIsTensorTransposed(&left))
        {
            tpudnnTensor_t left_contiguous = left;
            tpudnnContiguousStride(left.shape, left.dim, left_contiguous.stride);
            TPUDNN_SAFE_CALL(memory.malloc(&left_mem, tpudnnTensorBytes(&left_contiguous)));
            left_contiguous.addr = left_mem;
            TPUDNN_SAFE_CALL(tpudnnStridedCopyAsync(handle, left, left_contiguous));
        }
        sg_api_batch_matmul_t api;
        api.left_global_addr = left_mem != nullptr ? pimpl->virtToPhys(left_mem) : pimpl->virtToPhys(left.addr);
        api.right_global_addr = pimpl->virtToPhys(right.addr);
        api.bias_global_addr = pimpl->virtToPhys(bias.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.batch = 1;
        api.left_row = left.shape[0];
        api.left_column = left.shape[1];
        api.right_column = right.shape[1];
        api.is_left_transposed = 0;
        api.is_right_transposed = tpudnnIsTensorTransposed(&right);
        api.dtype = tpudnnKernelDType(left.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("matmul", &api, sizeof(api)));
        memory.free(left_mem);
    }
    else if (pimpl->follows("matmul", "sg_b"))
    {
        sg_api_matmul_multi_core_t api = {};
        api.left_global_addr = pimpl->virtToPhys(left.addr);
        api.right_global_addr = pimpl->virtToPhys(right.addr);
        api.bias_global_addr = pimpl->virtToPhys(bias.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        for (int i = 0; i < 2; ++i)
        {
            api.L_shape[i] = left.shape[i];
            api.R_shape[i] = right.shape[i];
        }
        api.L_dims = left.dim;
        api.R_dims = right.dim;
        api.L_trans = tpudnnIsTensorTransposed(&left);
        api.R_trans = tpudnnIsTensorTransposed(&right);
        api.in_dtype = tpudnnKernelDType(left.dtype);
        api.out_dtype = tpudnnKernelDType(output.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("matmul", &api, sizeof(api)));
    }
    else
    {
        return pimpl->notSupported("matmul");
    }
    return TPUDNN_STATUS_SUCCESS;
}
