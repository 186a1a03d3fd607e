// Extremes, variances, running sums and log-softmax, written in unified form; other reductions are in Reduce.cpp and Softmax.cpp.
#include <algorithm>

#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

// The kernels' memory of their steps, as large as the input, belongs to `memory`.
uint64_t steps(TPUDNNImpl *pimpl, TPUDNNScopedMemory &memory, const tpudnnTensor_t &input)
{
    return scratch(pimpl, memory, tpudnnTensorBytes(&input));
}

sg_api_reduce_var_t varianceArgs(TPUDNNImpl *pimpl, TPUDNNScopedMemory &memory, const tpudnnTensor_t &input, const tpudnnTensor_t &output, int correction,
                                 bool keepdim)
{
    sg_api_reduce_var_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.buffer_global_addr = steps(pimpl, memory, input);
    api.mul_global_addr = steps(pimpl, memory, input);
    api.input_dim = input.dim;
    std::copy_n(input.shape, input.dim, api.input_shape);
    api.correction = correction;
    api.keepdim = keepdim ? 1 : 0;
    api.dtype = tpudnnKernelDType(input.dtype);
    return api;
}

} // namespace

tpudnnStatus_t tpudnnReduceMaxOrMinAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *reduction_dim, int reduction_dim_length,
                                         [[maybe_unused]] int keepdim, int mode, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "reduce_max_or_min");
    TPUDNNScopedMemory memory(pimpl);
    auto api = unaryArgs<sg_api_reduce_max_or_min_t>(pimpl, input, output);
    api.buffer_global_addr = steps(pimpl, memory, input);
    std::copy_n(reduction_dim, reduction_dim_length, api.reduction_dim);
    api.reduction_dim_length = reduction_dim_length;
    api.mode = mode;
    return pimpl->launchKernel("reduce_max_or_min", &api, sizeof(api));
}

tpudnnStatus_t tpudnnReduceVarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *reduce_list, int reduce_dim, int correction, int keepdim,
                                    tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "reduce_var");
    TPUDNNScopedMemory memory(pimpl);
    auto api = varianceArgs(pimpl, memory, input, output, correction, keepdim != 0);
    api.sum_global_addr = steps(pimpl, memory, input);
    api.output_dim = output.dim;
    std::copy_n(input.shape, input.dim, api.output_shape);
    std::copy_n(reduce_list, reduce_dim, api.reduce_list);
    for (int i = 0; i < reduce_dim; ++i)
    {
        api.output_shape[reduce_list[i]] = 1;
    }
    api.reduce_dim = reduce_dim;
    return pimpl->launchKernel("reduce_var", &api, sizeof(api));
}

tpudnnStatus_t tpudnnReduceVarAllAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int correction, bool keepdim, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "reduce_var_all");
    TPUDNNScopedMemory memory(pimpl);
    const auto api = varianceArgs(pimpl, memory, input, output, correction, keepdim);
    return pimpl->launchKernel("reduce_var_all", &api, sizeof(api));
}

tpudnnStatus_t tpudnnCumsumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int axis)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "cumsum");
    auto api = unaryArgs<sg_api_cumsum_t>(pimpl, input, output);
    api.axis = axis;
    return pimpl->launchKernel("cumsum", &api, sizeof(api));
}

tpudnnStatus_t tpudnnLogSoftmaxAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int dim, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "log_softmax");
    auto api = unaryArgs<sg_api_log_softmax_t>(pimpl, input, output);
    api.axis = dim;
    return pimpl->launchKernel("log_softmax", &api, sizeof(api));
}
