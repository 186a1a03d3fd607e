#include "tpudnn_impl.h"

#include <cstdlib>

tpudnnStatus_t tpudnnMatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias,
                                 tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(left.dtype == right.dtype);
    TPUDNN_CHECK(left.dtype == output.dtype);
    TPUDNN_CHECK(left.dtype == TPUDNN_DTYPE_FP32 ||
                 left.dtype == TPUDNN_DTYPE_FP16 ||
                 left.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(left.dim == 2);
    TPUDNN_CHECK(right.dim == 2);
    TPUDNN_CHECK(output.dim == 2);
    TPUDNN_CHECK(left.shape[0] == output.shape[0]);
    TPUDNN_CHECK(left.shape[1] == right.shape[0]);
    TPUDNN_CHECK(right.shape[1] == output.shape[1]);
    if (bias.addr != nullptr)
    {
        TPUDNN_CHECK(bias.dtype == left.dtype);
        TPUDNN_CHECK(bias.dim == 1);
        TPUDNN_CHECK(bias.shape[0] == output.shape[1]);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&bias));
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&left) || tpudnnIsTensorTransposed(&left));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&right) || tpudnnIsTensorTransposed(&right));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    if (pimpl->follows("matmul", "single_core"))
    {
        void *left_mem = nullptr;
        if (tpudnnIsTensorTransposed(&left))
        {
            // the chip does not multiply a transposed left operand
            tpudnnTensor_t left_contiguous = left;
            tpudnnContiguousStride(left.shape, left.dim, left_contiguous.stride);
            TPUDNN_SAFE_CALL(memory.malloc(&left_mem, tpudnnTensorBytes(&left_contiguous)));
            left_contiguous.addr = left_mem;
            TPUDNN_SAFE_CALL(tpudnnStridedCopyAsync(handle, left, left_contiguous));
        }
        sg_api_batch_matmul_t api = {};
        api.left_global_addr = pimpl->virtToPhys(tpudnnIsTensorTransposed(&left) ? left_mem : left.addr);
        api.right_global_addr = pimpl->virtToPhys(right.addr);
        api.bias_global_addr = pimpl->virtToPhys(bias.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.batch = 1;
        api.left_row = left.shape[0];
        api.left_column = left.shape[1];
        api.right_column = right.shape[1];
        api.is_left_transposed = 0; // sgdnnIsTensorTransposed ( &left );
        api.is_right_transposed = tpudnnIsTensorTransposed(&right);
        api.dtype = tpudnnKernelDType(left.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("matmul", &api, sizeof(api)));
        if (tpudnnIsTensorTransposed(&left))
        {
            memory.free(left_mem);
        }
    }
    else if (pimpl->follows("matmul", "multi_core"))
    {
        sg_api_matmul_multi_core_t api = {};
        api.left_global_addr = pimpl->virtToPhys(left.addr);
        api.right_global_addr = pimpl->virtToPhys(right.addr);
        api.bias_global_addr = pimpl->virtToPhys(bias.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.L_dims = left.dim;
        api.R_dims = right.dim;
        api.L_trans = tpudnnIsTensorTransposed(&left);
        api.R_trans = tpudnnIsTensorTransposed(&right);
        for (int i = 0; i < 2; ++i)
        {
            api.L_shape[i] = left.shape[api.L_trans ? 1 - i : i];
            api.R_shape[i] = right.shape[api.R_trans ? 1 - i : i];
        }
        api.in_dtype = tpudnnKernelDType(left.dtype);
        api.out_dtype = tpudnnKernelDType(output.dtype);
        api.slice_core_m = 0;
        api.slice_core_n = 0;
        api.slice_m = 0;
        api.slice_n = 0;
        api.slice_k = 0;
        api.slyt_num = 0;
        api.left_slyt_fmt = 0;
        api.right_slyt_fmt = 0;
        api.result_slyt_fmt = 0;
        api.left_slyt_buf_size = 0;
        api.right_slyt_buf_size = 0;
        api.result_slyt_buf_size = 0;
        TPUDNN_SAFE_CALL(pimpl->launchKernel("matmul", &api, sizeof(api)));
    }
    else
    {
        return pimpl->notSupported("matmul");
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnBatchMatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                      tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(left.dtype == right.dtype);
    TPUDNN_CHECK(left.dtype == output.dtype);
    TPUDNN_CHECK(left.dtype == TPUDNN_DTYPE_FP32 ||
                 left.dtype == TPUDNN_DTYPE_FP16 ||
                 left.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(left.dim == 3 && right.dim == 3 && output.dim == 3);
    TPUDNN_CHECK(left.shape[0] == output.shape[0]);
    TPUDNN_CHECK(right.shape[0] == output.shape[0]);
    TPUDNN_CHECK(left.shape[1] == output.shape[1]);
    TPUDNN_CHECK(left.shape[2] == right.shape[1]);
    TPUDNN_CHECK(right.shape[2] == output.shape[2]);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&left) || tpudnnIsTensorTransposed(&left));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&right) || tpudnnIsTensorTransposed(&right));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    if (pimpl->follows("batch_matmul", "single_core"))
    {
        tpudnnTensor_t left_contiguous;
        void *left_mem = nullptr;
        if (tpudnnIsTensorTransposed(&left))
        {
            left_contiguous.dim = left.dim;
            left_contiguous.dtype = left.dtype;
            for (int i = 0; i < left.dim; ++i)
            {
                left_contiguous.shape[i] = left.shape[i];
            }
            tpudnnContiguousStride(left.shape, left.dim, left_contiguous.stride);
            TPUDNN_SAFE_CALL(memory.malloc(&left_mem, tpudnnTensorBytes(&left_contiguous)));
            left_contiguous.addr = left_mem;
            TPUDNN_SAFE_CALL(tpudnnStridedCopyAsync(handle, left, left_contiguous));
        }
        sg_api_batch_matmul_t api = {};
        api.left_global_addr = pimpl->virtToPhys(tpudnnIsTensorTransposed(&left) ? left_contiguous.addr : left.addr);
        api.right_global_addr = pimpl->virtToPhys(right.addr);
        api.bias_global_addr = 0;
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.batch = left.shape[0];
        api.left_row = left.shape[1];
        api.left_column = left.shape[2];
        api.right_column = right.shape[2];
        api.is_left_transposed = 0;
        api.is_right_transposed = tpudnnIsTensorTransposed(&right);
        api.dtype = tpudnnKernelDType(left.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("batch_matmul", &api, sizeof(api)));
        if (tpudnnIsTensorTransposed(&left))
        {
            memory.free(left_mem);
        }
    }
    else if (pimpl->follows("batch_matmul", "multi_core"))
    {
        sg_api_matmul_multi_core_t api = {};
        api.left_global_addr = pimpl->virtToPhys(left.addr);
        api.right_global_addr = pimpl->virtToPhys(right.addr);
        api.bias_global_addr = 0;
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.L_dims = 3;
        api.R_dims = 3;
        api.L_trans = tpudnnIsTensorTransposed(&left);
        api.R_trans = tpudnnIsTensorTransposed(&right);
        for (int i = 0; i < 3; ++i)
        {
            api.L_shape[i] = left.shape[api.L_trans && i > 0 ? 3 - i : i];
            api.R_shape[i] = right.shape[api.R_trans && i > 0 ? 3 - i : i];
        }
        api.in_dtype = tpudnnKernelDType(left.dtype);
        api.out_dtype = tpudnnKernelDType(output.dtype);
        api.slice_core_m = 0;
        api.slice_core_n = 0;
        api.slice_m = 0;
        api.slice_n = 0;
        api.slice_k = 0;
        api.slyt_num = 0;
        api.left_slyt_fmt = 0;
        api.right_slyt_fmt = 0;
        api.result_slyt_fmt = 0;
        api.left_slyt_buf_size = 0;
        api.right_slyt_buf_size = 0;
        api.result_slyt_buf_size = 0;
        TPUDNN_SAFE_CALL(pimpl->launchKernel("batch_matmul", &api, sizeof(api)));
    }
    else
    {
        return pimpl->notSupported("batch_matmul");
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnLnMmAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w, tpudnnTensor_t b,
                               tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps, tpudnnTensor_t mean,
                               tpudnnTensor_t rstd, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(input.dtype == w.dtype);
    TPUDNN_CHECK(input.dtype == gamma.dtype);
    TPUDNN_CHECK(input.dtype == beta.dtype);
    TPUDNN_CHECK(input.dtype == mean.dtype);
    TPUDNN_CHECK(input.dtype == rstd.dtype);
    TPUDNN_CHECK(input.dtype == output.dtype);
    const auto last = input.dim - 1;
    TPUDNN_CHECK(last >= 1 && w.dim == 2 && output.dim == input.dim);
    TPUDNN_CHECK(input.shape[last] == w.shape[0]);
    TPUDNN_CHECK(output.shape[last] == w.shape[1]);
    TPUDNN_CHECK(gamma.dim == 1 && gamma.shape[0] == w.shape[0]);
    TPUDNN_CHECK(tpudnnIsSameShape(&gamma, &beta));
    if (b.addr != nullptr)
    {
        TPUDNN_CHECK(input.dtype == b.dtype);
        TPUDNN_CHECK(b.dim == 1);
        TPUDNN_CHECK(b.shape[0] == w.shape[1]);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&b));
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&w));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&gamma));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&beta));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&mean));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&rstd));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    TPUDNN_REQUIRE_KERNEL(pimpl, "ln_mm");
    sg_api_ln_mm_multi_core_t api = {};
    api.input_addr = pimpl->virtToPhys(input.addr);
    api.gamma_addr = pimpl->virtToPhys(gamma.addr);
    api.beta_addr = pimpl->virtToPhys(beta.addr);
    api.weight_addr = pimpl->virtToPhys(w.addr);
    api.bias_addr = pimpl->virtToPhys(b.addr);
    api.mean_addr = pimpl->virtToPhys(mean.addr);
    api.rstd_addr = pimpl->virtToPhys(rstd.addr);
    api.output_addr = pimpl->virtToPhys(output.addr);
    api.in_dims = input.dim;
    api.w_dims = w.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.in_shape[i] = input.shape[i];
    }
    for (int i = 0; i < w.dim; ++i)
    {
        api.w_shape[i] = w.shape[i];
    }
    api.eps = eps;
    api.has_bias = (int)(b.addr != nullptr);
    api.in_dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("ln_mm", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnAddLnMmAsync(tpudnnHandle_t handle, tpudnnTensor_t input0, tpudnnTensor_t input1, tpudnnTensor_t w,
                                  tpudnnTensor_t b, tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps,
                                  tpudnnTensor_t out_add, tpudnnTensor_t mean, tpudnnTensor_t rstd,
                                  tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input0.dtype == TPUDNN_DTYPE_FP32 ||
                 input0.dtype == TPUDNN_DTYPE_FP16 ||
                 input0.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(input0.dtype == input1.dtype);
    TPUDNN_CHECK(input0.dtype == out_add.dtype);
    TPUDNN_CHECK(input0.dtype == w.dtype);
    TPUDNN_CHECK(input0.dtype == gamma.dtype);
    TPUDNN_CHECK(input0.dtype == beta.dtype);
    TPUDNN_CHECK(input0.dtype == output.dtype);
    const auto last = input0.dim - 1;
    TPUDNN_CHECK(last >= 1 && w.dim == 2 && output.dim == input0.dim);
    TPUDNN_CHECK(tpudnnIsSameShape(&input0, &input1));
    TPUDNN_CHECK(tpudnnIsSameShape(&input0, &out_add));
    TPUDNN_CHECK(input0.shape[last] == w.shape[0]);
    TPUDNN_CHECK(output.shape[last] == w.shape[1]);
    if (b.addr != nullptr)
    {
        TPUDNN_CHECK(input0.dtype == b.dtype);
        TPUDNN_CHECK(b.dim == 1);
        TPUDNN_CHECK(b.shape[0] == w.shape[1]);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&b));
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input0));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input1));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&w));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&gamma));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&beta));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&out_add));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    TPUDNN_REQUIRE_KERNEL(pimpl, "add_ln_mm");
    sg_api_add_ln_mm_multi_core_t api = {0};
    api.input0_addr = pimpl->virtToPhys(input0.addr);
    api.input1_addr = pimpl->virtToPhys(input1.addr);
    api.gamma_addr = pimpl->virtToPhys(gamma.addr);
    api.beta_addr = pimpl->virtToPhys(beta.addr);
    api.weight_addr = pimpl->virtToPhys(w.addr);
    api.bias_addr = pimpl->virtToPhys(b.addr);
    api.out_add_addr = pimpl->virtToPhys(out_add.addr);
    api.mean_addr = pimpl->virtToPhys(mean.addr);
    api.rstd_addr = pimpl->virtToPhys(rstd.addr);
    api.output_addr = pimpl->virtToPhys(output.addr);
    api.in_dims = input0.dim;
    api.w_dims = w.dim;
    for (int i = 0; i < input0.dim; ++i)
    {
        api.in_shape[i] = input0.shape[i];
    }
    for (int i = 0; i < w.dim; ++i)
    {
        api.w_shape[i] = w.shape[i];
    }
    api.eps = eps;
    api.use_fast = 0;
    api.has_bias = (int)(b.addr != nullptr);
    api.in_dtype = tpudnnKernelDType(input0.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("add_ln_mm", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnA16MatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                    tpudnnTensor_t scale, tpudnnTensor_t zp, int group_size, int weight_bits,
                                    tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "a16_matmul");
    if (left.dtype == TPUDNN_DTYPE_FP16 || left.dtype == TPUDNN_DTYPE_BF16)
    {
        sg_api_a16_matmul_t api = {};
        api.input_global_addr = pimpl->virtToPhys(left.addr);
        api.weight_global_addr = pimpl->virtToPhys(right.addr);
        api.bias_global_addr = 0;
        api.scale_global_addr = pimpl->virtToPhys(scale.addr);
        api.zp_global_addr = pimpl->virtToPhys(zp.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.final_row_num = left.shape[0];
        api.inner_num = left.shape[1];
        api.final_col_num = right.shape[0];
        api.q_group_size = abs(group_size);
        api.weight_bits = weight_bits;
        api.weight_dtype = tpudnnKernelDType(right.dtype);
        api.bias_dtype = 0;
        api.sign = false;
        api.R_trans = true;
        api.has_bias = false;
        api.has_zp = (int)(zp.addr != nullptr);
        api.io_dtype = tpudnnKernelDType(left.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("a16_matmul", &api, sizeof(api)));
        return TPUDNN_STATUS_SUCCESS;
    } else {
        TPUDNN_CHECK(false);
    }
}

tpudnnStatus_t tpudnnA16LinearAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                    tpudnnTensor_t bias, tpudnnTensor_t scale, tpudnnTensor_t zp, int group_size,
                                    int weight_bits, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "a16_linear");
    TPUDNN_CHECK(left.dtype == TPUDNN_DTYPE_FP16 || left.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(left.dtype == scale.dtype);
    TPUDNN_CHECK(left.dtype == output.dtype);
    TPUDNN_CHECK(weight_bits == 4 || weight_bits == 8);
    sg_api_a16_matmul_t api = {};
    api.input_global_addr = pimpl->virtToPhys(left.addr);
    api.weight_global_addr = pimpl->virtToPhys(right.addr);
    api.bias_global_addr = pimpl->virtToPhys(bias.addr != nullptr ? bias.addr : nullptr);
    api.scale_global_addr = pimpl->virtToPhys(scale.addr);
    api.zp_global_addr = pimpl->virtToPhys(zp.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.final_row_num = left.shape[0];
    api.inner_num = left.shape[1];
    api.final_col_num = right.shape[0];
    api.q_group_size = group_size;
    api.weight_bits = weight_bits;
    api.weight_dtype = tpudnnKernelDType(right.dtype);
    api.bias_dtype = 0;
    api.sign = false;
    api.R_trans = true;
    api.has_bias = (int)(bias.addr != nullptr);
    api.has_zp = (int)(zp.addr != nullptr);
    api.io_dtype = tpudnnKernelDType(left.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("a16_linear", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
