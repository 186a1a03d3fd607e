#include "tpudnn_impl.h"

#include <cstring>

tpudnnStatus_t tpudnnLayernormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                    tpudnnTensor_t bias, int start_dim, float eps, tpudnnTensor_t output,
                                    tpudnnTensor_t mean, tpudnnTensor_t rstd)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(start_dim >= 0 && start_dim < input.dim);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    if (weight.addr != nullptr)
    {
        TPUDNN_CHECK(weight.dtype == input.dtype);
        TPUDNN_CHECK(weight.dim == input.dim - start_dim);
        for (int i = 0; i < weight.dim; ++i)
        {
            TPUDNN_CHECK(weight.shape[i] == input.shape[start_dim + i]);
        }
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&weight));
    }
    if (bias.addr != nullptr)
    {
        TPUDNN_CHECK(bias.dtype == input.dtype);
        TPUDNN_CHECK(bias.dim == input.dim - start_dim);
        for (int i = 0; i < bias.dim; ++i)
        {
            TPUDNN_CHECK(bias.shape[i] == input.shape[start_dim + i]);
        }
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&bias));
    }
    if (mean.addr != nullptr)
    {
        TPUDNN_CHECK(mean.dtype == input.dtype);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&mean));
    }
    if (rstd.addr != nullptr)
    {
        TPUDNN_CHECK(rstd.dtype == input.dtype);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&rstd));
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_layernorm_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.weight_global_addr = pimpl->virtToPhys(weight.addr);
    api.bias_global_addr = pimpl->virtToPhys(bias.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.mean_global_addr = pimpl->virtToPhys(mean.addr);
    api.rstd_global_addr = pimpl->virtToPhys(rstd.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.axis = start_dim;
    api.eps = eps;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("layernorm", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnLayernormBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input,
                                            tpudnnTensor_t weight, tpudnnTensor_t mean, tpudnnTensor_t rstd,
                                            int start_dim, tpudnnTensor_t grad_input, tpudnnTensor_t grad_weight,
                                            tpudnnTensor_t grad_bias)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(grad_output.dtype == input.dtype);
    TPUDNN_CHECK(mean.dtype == input.dtype);
    TPUDNN_CHECK(rstd.dtype == input.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(start_dim >= 0 && start_dim < input.dim);
    TPUDNN_CHECK(tpudnnIsSameShape(&grad_output, &input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&grad_output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&mean));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&rstd));
    if (weight.addr != nullptr)
    {
        TPUDNN_CHECK(weight.dtype == input.dtype);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&weight));
    }
    if (grad_input.addr != nullptr)
    {
        TPUDNN_CHECK(grad_input.dtype == input.dtype);
        TPUDNN_CHECK(tpudnnIsSameShape(&grad_input, &input));
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&grad_input));
    }
    if (grad_weight.addr != nullptr)
    {
        TPUDNN_CHECK(grad_weight.dtype == input.dtype);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&grad_weight));
    }
    if (grad_bias.addr != nullptr)
    {
        TPUDNN_CHECK(grad_bias.dtype == input.dtype);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&grad_bias));
    }
    sg_api_layernorm_backward_t api = {};
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.weight_global_addr = pimpl->virtToPhys(weight.addr);
    api.mean_global_addr = pimpl->virtToPhys(mean.addr);
    api.rstd_global_addr = pimpl->virtToPhys(rstd.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    api.grad_weight_global_addr = pimpl->virtToPhys(grad_weight.addr);
    api.grad_bias_global_addr = pimpl->virtToPhys(grad_bias.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.axis = start_dim;
    api.requires_grad_input = grad_input.addr != nullptr;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("layernorm_backward", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnNorm2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    for (int i = 0; i < output.dim; ++i)
    {
        TPUDNN_CHECK(output.shape[i] == 1);
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    if (pimpl->follows("norm2", "single_core"))
    {
        sg_api_norm2_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.dim = input.dim;
        for (int i = 0; i < input.dim; ++i)
        {
            api.shape[i] = input.shape[i];
        }
        api.dtype = tpudnnKernelDType(input.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("norm2", &api, sizeof(api)));
    }
    else if (pimpl->follows("norm2", "multi_core"))
    {
        sg_api_norm2_multi_core_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.dim = input.dim;
        for (int i = 0; i < input.dim; ++i)
        {
            api.shape[i] = input.shape[i];
        }
        // the sums of the cores
        void *dev_mem = nullptr;
        tpudnnStatus_t err = memory.malloc(&dev_mem, 8 * sizeof(float));
        if (TPUDNN_STATUS_SUCCESS != err) {
            TPUDNN_LOG_ERROR("malloc device error");
            return err;
        }
        api.buffer_global_addr = pimpl->virtToPhys(dev_mem);
        api.dtype = tpudnnKernelDType(input.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("norm2", &api, sizeof(api)));
        memory.free(dev_mem);
    }
    else
    {
        return pimpl->notSupported("norm2");
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnRMSNormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                  tpudnnTensor_t bias, int axis, float eps, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(axis >= 0 && axis < input.dim);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    TPUDNN_REQUIRE_KERNEL(pimpl, "rms_norm");
    sg_api_rmsnorm_multi_core_t api = {};
    api.input_addr = pimpl->virtToPhys(input.addr);
    api.weight_addr = pimpl->virtToPhys(weight.addr);
    api.bias_addr = pimpl->virtToPhys(bias.addr);
    api.output_addr = pimpl->virtToPhys(output.addr);
    memcpy(api.shape, input.shape, sizeof(int) * input.dim);
    api.dims = input.dim;
    api.axis = axis;
    api.partial = 1.f;
    api.with_weight = weight.addr != nullptr;
    api.with_bias = bias.addr != nullptr;
    api.eps = eps;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("rms_norm", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
