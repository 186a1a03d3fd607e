// Argument structs of kernels that work element by element on contiguous tensors; what an operator's row says was checked before.
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
