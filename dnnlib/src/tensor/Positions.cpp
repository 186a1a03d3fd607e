// Elements by their positions, written in unified form; selections that come from legacy code are in Index.cpp.
#include <algorithm>

#include "device.h"
#include "launch_arguments.h"

using namespace tpudnn;

tpudnnStatus_t tpudnnGatherAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t index, tpudnnTensor_t output, int axis)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "gather");
    sg_api_gather_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.index_global_addr = pimpl->virtToPhys(index.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    std::copy_n(input.shape, input.dim, api.input_shape);
    std::copy_n(index.shape, index.dim, api.index_shape);
    api.axis = axis;
    api.dtype = tpudnnKernelDType(input.dtype);
    api.is_index_int64 = tpudnnDtypeIsInt64(index.dtype) ? 1 : 0;
    return pimpl->launchKernel("gather", &api, sizeof(api));
}

tpudnnStatus_t tpudnnScatterAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t src, tpudnnTensor_t indices, int dim, int inplace_add)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "scatter");
    sg_api_scatter_t api = {};
    api.output_global_addr = pimpl->virtToPhys(input.addr);
    api.src_global_addr = pimpl->virtToPhys(src.addr);
    api.index_global_addr = pimpl->virtToPhys(indices.addr);
    api.dim = input.dim;
    std::copy_n(input.shape, input.dim, api.output_shape);
    std::copy_n(src.shape, src.dim, api.src_shape);
    std::copy_n(indices.shape, indices.dim, api.index_shape);
    api.axis = dim;
    api.dtype = tpudnnKernelDType(input.dtype);
    api.add = inplace_add;
    api.is_index_int64 = tpudnnDtypeIsInt64(indices.dtype) ? 1 : 0;
    return pimpl->launchKernel("scatter", &api, sizeof(api));
}

namespace
{

tpudnnStatus_t putRows(const char *key, tpudnnHandle_t handle, const tpudnnTensor_t &io, const tpudnnTensor_t &indices, const tpudnnTensor_t &rows,
                       int axis, bool add)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    sg_api_index_put_t api = {};
    api.output_global_addr = pimpl->virtToPhys(io.addr);
    api.src_global_addr = pimpl->virtToPhys(rows.addr);
    api.index_global_addr = pimpl->virtToPhys(indices.addr);
    api.dim = io.dim;
    std::copy_n(io.shape, io.dim, api.output_shape);
    api.index_num = indices.shape[0];
    api.axis = axis;
    api.dtype = tpudnnKernelDType(io.dtype);
    api.add = add ? 1 : 0;
    api.is_index_int64 = tpudnnDtypeIsInt64(indices.dtype) ? 1 : 0;
    return pimpl->launchKernel(key, &api, sizeof(api));
}

} // namespace

tpudnnStatus_t tpudnnIndexAdd(tpudnnHandle_t handle, tpudnnTensor_t io, tpudnnTensor_t indices, tpudnnTensor_t add, int axis)
{
    return putRows("index_add", handle, io, indices, add, axis, true);
}

tpudnnStatus_t tpudnnIndexPutImpl(tpudnnHandle_t handle, tpudnnTensor_t io, tpudnnTensor_t indices, tpudnnTensor_t value, int axis, bool accumulate)
{
    return putRows("index_put_impl", handle, io, indices, value, axis, accumulate);
}

tpudnnStatus_t tpudnnSliceScatterAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t src, tpudnnTensor_t indices, int dim,
                                       tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "slice_scatter");
    sg_api_slice_scatter_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.src_global_addr = pimpl->virtToPhys(src.addr);
    api.indices_global_addr = pimpl->virtToPhys(indices.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.input_dim = input.dim;
    std::copy_n(input.shape, input.dim, api.input_shape);
    std::copy_n(src.shape, src.dim, api.src_shape);
    api.dim = dim;
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("slice_scatter", &api, sizeof(api));
}

tpudnnStatus_t tpudnnTopkAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int k, int axis, bool largest, bool sorted, tpudnnTensor_t value,
                               tpudnnTensor_t index)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "topk");
    sg_api_topk_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.value_global_addr = pimpl->virtToPhys(value.addr);
    api.index_global_addr = pimpl->virtToPhys(index.addr);
    setShape(api, input);
    api.k = k;
    api.axis = axis;
    api.largest = largest ? 1 : 0;
    api.sorted = sorted ? 1 : 0;
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("topk", &api, sizeof(api));
}

namespace
{

// How many positions the kernels look at together, and the bytes of each of their four lists.
struct EmbeddingLists
{
    int window;
    uint64_t sorted;
    uint64_t ranges;
};

// In the multi-core form each core has lists of its own, in lines of 64 bytes.
EmbeddingLists embeddingLists(TPUDNNImpl *pimpl, const tpudnnTensor_t &indices)
{
    const uint64_t bytes = tpudnnTensorElements(&indices) * sizeof(int32_t);
    if (pimpl->follows("embedding_backward", "multi_core"))
    {
        const auto cores = static_cast<uint64_t>(pimpl->device().driverProperties().cores);
        const uint64_t lines = (std::max<uint64_t>(bytes, 1) + 63) / 64 * 64 * cores;
        return {1, lines, lines};
    }
    return {64, bytes, 64 * sizeof(int32_t)};
}

} // namespace

tpudnnStatus_t tpudnnEmbeddingBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t indices, tpudnnTensor_t grad_input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "embedding_backward");
    TPUDNNScopedMemory memory(pimpl);
    const EmbeddingLists lists = embeddingLists(pimpl, indices);
    sg_api_embedding_backward_t api = {};
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.index_global_addr = pimpl->virtToPhys(indices.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    api.sorted_index_global_addr = scratch(pimpl, memory, lists.sorted);
    api.sorted_index_index_global_addr = scratch(pimpl, memory, lists.sorted);
    api.from_index_global_addr = scratch(pimpl, memory, lists.ranges);
    api.to_index_global_addr = scratch(pimpl, memory, lists.ranges);
    api.grad_output_dim = grad_output.dim;
    std::copy_n(grad_output.shape, grad_output.dim, api.grad_output_shape);
    api.index_dim = indices.dim;
    std::copy_n(indices.shape, indices.dim, api.index_shape);
    api.grad_input_dim = grad_input.dim;
    std::copy_n(grad_input.shape, grad_input.dim, api.grad_input_shape);
    api.window_size = lists.window;
    api.grad_output_dtype = tpudnnKernelDType(grad_output.dtype);
    api.is_index_int64 = tpudnnDtypeIsInt64(indices.dtype) ? 1 : 0;
    return pimpl->launchKernel("embedding_backward", &api, sizeof(api));
}

tpudnnStatus_t tpudnnMaskedSelectAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t mask, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "masked_select");
    auto api = unaryArgs<sg_api_masked_select_t>(pimpl, input, output);
    api.mask_global_addr = pimpl->virtToPhys(mask.addr);
    api.mask_dims = mask.dim;
    api.count = output.shape[0];
    return pimpl->launchKernel("masked_select", &api, sizeof(api));
}

tpudnnStatus_t tpudnnNoauxTcTopkAsync(tpudnnHandle_t handle, tpudnnTensor_t values, tpudnnTensor_t indices, tpudnnTensor_t scores, int batch_size,
                                      int total_size, int n_groups, int topk_groups, int top_k)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "noaux_tc_topk");
    sg_api_noaux_tc_topk_t api = {};
    api.values_global_addr = pimpl->virtToPhys(values.addr);
    api.indices_global_addr = pimpl->virtToPhys(indices.addr);
    api.scores_global_addr = pimpl->virtToPhys(scores.addr);
    api.batch_size = batch_size;
    api.total_size = total_size;
    api.n_groups = n_groups;
    api.topk_groups = topk_groups;
    api.top_k = top_k;
    api.dtype = tpudnnKernelDType(scores.dtype);
    return pimpl->launchKernel("noaux_tc_topk", &api, sizeof(api));
}
