// What operators written in unified form put into the argument structs of their kernels; what an operator's row says was checked before.
#pragma once

#include "tpudnn_impl.h"

namespace tpudnn
{

template <class Args>
void setShape(Args &api, const tpudnnTensor_t &tensor)
{
    api.dim = tensor.dim;
    for (int i = 0; i < tensor.dim; ++i)
    {
        api.shape[i] = tensor.shape[i];
    }
}

// Physical address of memory for a kernel's steps, which belongs to `memory`.
inline uint64_t scratch(TPUDNNImpl *pimpl, TPUDNNScopedMemory &memory, uint64_t bytes)
{
    void *buffer = nullptr;
    TPUDNN_SAFE_CALL(memory.malloc(&buffer, bytes));
    return pimpl->virtToPhys(buffer);
}

// Physical address of a copy of `count` numbers of host memory; 0 for null.
inline uint64_t uploaded(TPUDNNImpl *pimpl, TPUDNNScopedMemory &memory, const int *numbers, int count)
{
    if (!numbers || count == 0)
    {
        return 0;
    }
    void *copy = nullptr;
    const uint64_t bytes = sizeof(int) * static_cast<uint64_t>(count);
    TPUDNN_SAFE_CALL(memory.malloc(&copy, bytes));
    TPUDNN_SAFE_CALL(pimpl->memcpyS2D(copy, numbers, bytes));
    return pimpl->virtToPhys(copy);
}

// Addresses, shape and, of structs that have one, the data type of `input`.
template <class Args>
Args unaryArgs(TPUDNNImpl *pimpl, const tpudnnTensor_t &input, const tpudnnTensor_t &output)
{
    Args api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    setShape(api, input);
    api.dtype = tpudnnKernelDType(input.dtype);
    return api;
}

template <class Args>
Args binaryArgs(TPUDNNImpl *pimpl, const tpudnnTensor_t &input, const tpudnnTensor_t &other, const tpudnnTensor_t &output)
{
    Args api = unaryArgs<Args>(pimpl, input, output);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    return api;
}

} // namespace tpudnn
