// Other places, the same elements, written in unified form; other copies are in Copy.cpp.
#include <algorithm>

#include "launch_arguments.h"

using namespace tpudnn;

tpudnnStatus_t tpudnnFlipAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "flip");
    auto api = unaryArgs<sg_api_flip_t>(pimpl, input, output);
    api.axis = axis;
    return pimpl->launchKernel("flip", &api, sizeof(api));
}

tpudnnStatus_t tpudnnRepeatAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *repeat_times, int repeat_dim, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "repeat");
    auto api = unaryArgs<sg_api_repeat_t>(pimpl, input, output);
    std::copy_n(repeat_times, repeat_dim, api.repeat_times);
    api.repeat_dim = repeat_dim;
    return pimpl->launchKernel("repeat", &api, sizeof(api));
}

tpudnnStatus_t tpudnnSqueezeAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "squeeze");
    const auto api = unaryArgs<sg_api_squeeze_t>(pimpl, input, output);
    return pimpl->launchKernel("squeeze", &api, sizeof(api));
}

tpudnnStatus_t tpudnnTriangularizeAsync(tpudnnHandle_t handle, tpudnnTensor_t self, int is_upper, int diagonal, tpudnnTensor_t out)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "triangularize");
    sg_api_triangularize_t api = {};
    api.input_global_addr = pimpl->virtToPhys(self.addr);
    api.output_global_addr = pimpl->virtToPhys(out.addr);
    api.dims = self.dim;
    std::copy_n(self.shape, self.dim, api.shape);
    api.is_upper = is_upper;
    api.diagonal = diagonal;
    api.dtype = tpudnnKernelDType(self.dtype);
    return pimpl->launchKernel("triangularize", &api, sizeof(api));
}

namespace
{

// The tensor where it is contiguous, else memory of its sizes that belongs to `memory`.
tpudnnTensor_t contiguousRoom(TPUDNNScopedMemory &memory, const tpudnnTensor_t &tensor)
{
    if (tpudnnIsTensorContiguous(&tensor))
    {
        return tensor;
    }
    tpudnnTensor_t room = tensor;
    tpudnnContiguousStride(room.shape, room.dim, room.stride);
    TPUDNN_SAFE_CALL(memory.malloc(&room.addr, tpudnnTensorBytes(&room)));
    return room;
}

tpudnnTensor_t contiguousCopy(tpudnnHandle_t handle, TPUDNNScopedMemory &memory, const tpudnnTensor_t &tensor)
{
    const tpudnnTensor_t room = contiguousRoom(memory, tensor);
    if (room.addr != tensor.addr)
    {
        TPUDNN_SAFE_CALL(tpudnnStridedCopyAsync(handle, tensor, room));
    }
    return room;
}

} // namespace

tpudnnStatus_t tpudnnBinaryWStrideAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar, tpudnnTensor_t output,
                                        int binary_type)
{
    TPUDNNScopedMemory memory(static_cast<TPUDNNImpl *>(handle));
    const tpudnnTensor_t left = contiguousCopy(handle, memory, input);
    const tpudnnTensor_t right = contiguousCopy(handle, memory, other);
    const tpudnnTensor_t result = contiguousRoom(memory, output);
    TPUDNN_SAFE_CALL(tpudnnBinaryAsync(handle, left, right, scalar, result, binary_type));
    if (result.addr != output.addr)
    {
        TPUDNN_SAFE_CALL(tpudnnStridedCopyAsync(handle, result, output));
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnGDMAD2DAsync(tpudnnHandle_t handle, tpudnnTensor_t src, tpudnnTensor_t dst, size_t size)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    return size == 0 ? TPUDNN_STATUS_SUCCESS : pimpl->memcpyD2D(dst.addr, 0, src.addr, 0, size);
}

// A copy for each row: where they go is the host's.
tpudnnStatus_t tpudnnTgiInputIdsUpdateAsync(tpudnnHandle_t handle, tpudnnTensor_t all_input_ids, tpudnnTensor_t next_ids, int *input_lengths,
                                            int n_input_lengths, int n_accept_ids)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    const uint64_t element = tpudnnTensorDataSize(next_ids.dtype);
    const uint64_t added = element * static_cast<uint64_t>(n_accept_ids);
    for (uint64_t row = 0; row < static_cast<uint64_t>(n_input_lengths); ++row)
    {
        const uint64_t place = row * static_cast<uint64_t>(all_input_ids.shape[1]) + static_cast<uint64_t>(input_lengths[row]);
        TPUDNN_SAFE_CALL(pimpl->memcpyD2D(all_input_ids.addr, place * element, next_ids.addr, row * added, added));
    }
    return TPUDNN_STATUS_SUCCESS;
}
