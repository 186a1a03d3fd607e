#include "tpudnn_impl.h"

#include <vector>

tpudnnStatus_t tpudnnIndexSelectAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t indices, int dim,
                                      tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(indices.dtype == TPUDNN_DTYPE_INT32 ||
                 indices.dtype == TPUDNN_DTYPE_INT64);
    TPUDNN_CHECK(dim >= 0 && dim < input.dim);
    TPUDNN_CHECK(input.dim + indices.dim - 1 == output.dim);
    for (int i = 0; i < output.dim; ++i)
    {
        if (i < dim)
        {
            TPUDNN_CHECK(output.shape[i] == input.shape[i]);
        }
        else if (i < dim + indices.dim)
        {
            TPUDNN_CHECK(output.shape[i] == indices.shape[i - dim]);
        }
        else
        {
            TPUDNN_CHECK(output.shape[i] == input.shape[i - indices.dim + 1]);
        }
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&indices));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    if (pimpl->follows("index_select", "single_core"))
    {
        tpudnnTensor_t indices_ = indices;
        void *indices_mem = nullptr;
        if (indices.dtype == TPUDNN_DTYPE_INT64)
        {
            // 该芯片没有64位整数，先转换
            TPUDNN_SAFE_CALL(memory.malloc(&indices_mem, tpudnnTensorBytes(&indices) / 2));
            indices_.dtype = TPUDNN_DTYPE_INT32;
            indices_.addr = indices_mem;
            tpudnnConvertInt64toInt32Async(handle, indices, indices_);
        }
        sg_api_index_select_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.index_global_addr = pimpl->virtToPhys(indices_.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.dim = input.dim;
        for (int i = 0; i < input.dim; ++i)
        {
            api.input_shape[i] = input.shape[i];
        }
        api.axis = dim;
        api.index_num = 1;
        for (int i = 0; i < indices_.dim; ++i)
        {
            api.index_num *= indices_.shape[i];
        }
        api.is_index_int64 = false;
        api.dtype = tpudnnKernelDType(input.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("index_select", &api, sizeof(api)));
        if (indices.dtype == TPUDNN_DTYPE_INT64)
        {
            memory.free(indices_mem);
        }
    }
    else if (pimpl->follows("index_select", "multi_core"))
    {
        sg_api_index_select_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.index_global_addr = pimpl->virtToPhys(indices.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.dim = input.dim;
        for (int i = 0; i < input.dim; ++i)
        {
            api.input_shape[i] = input.shape[i];
        }
        api.axis = dim;
        api.index_num = 1;
        for (int i = 0; i < indices.dim; ++i)
        {
            api.index_num *= indices.shape[i];
        }
        api.is_index_int64 = indices.dtype == TPUDNN_DTYPE_INT64;
        api.dtype = tpudnnKernelDType(input.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("index_select", &api, sizeof(api)));
    }
    else
    {
        return pimpl->notSupported("index_select");
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnMulIndexSelectAsync(tpudnnHandle_t handle, tpudnnTensor_t input,
                                         std::vector<tpudnnTensor_t> &indices, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    typedef struct
    {
        void *bm_dev_mem;
        tpudnnTensor_t tensor;
    } Tensor_t;
    const int index_num = static_cast<int>(indices.size());
    TPUDNN_CHECK(index_num > 0 && index_num <= input.dim);
    tpudnnStatus_t status;
    if (index_num == 1)
    {
        status = tpudnnIndexSelectAsync(handle, input, indices[0], 0, output);
        return status;
    }
    Tensor_t cur_input, cur_output;
    cur_input.tensor = input;
    for (int axis = 0; axis < index_num; ++axis)
    {
        TPUDNN_CHECK(indices[axis].dim == 1);
        cur_output.tensor = cur_input.tensor;
        cur_output.tensor.shape[axis] = indices[axis].shape[0];
        tpudnnContiguousStride(cur_output.tensor.shape, cur_output.tensor.dim, cur_output.tensor.stride);
        if (axis == index_num - 1)
        {
            cur_output.tensor.addr = output.addr;
        }
        else
        {
            TPUDNN_SAFE_CALL(memory.malloc(&cur_output.bm_dev_mem, tpudnnTensorBytes(&cur_output.tensor)));
            cur_output.tensor.addr = cur_output.bm_dev_mem;
        }
        status = tpudnnIndexSelectAsync(handle, cur_input.tensor, indices[axis], axis, cur_output.tensor);
        TPUDNN_CHECK(status == TPUDNN_STATUS_SUCCESS);
        // what the step before has left
        if (axis != 0)
        {
            memory.free(cur_input.bm_dev_mem);
        }
        cur_input = cur_output;
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnNonzeroAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                                  tpudnnTensor_t num, int self_num)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_INT8 ||
                 input.dtype == TPUDNN_DTYPE_UINT8 ||
                 input.dtype == TPUDNN_DTYPE_INT32);
    TPUDNN_CHECK(output.dtype == TPUDNN_DTYPE_INT32);
    TPUDNN_CHECK(num.dtype == TPUDNN_DTYPE_INT32);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    if (pimpl->follows("nonzero", "single_core"))
    {
        sg_api_nonzero_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.num_global_addr = pimpl->virtToPhys(num.addr);
        api.dim = input.dim;
        for (int i = 0; i < input.dim; ++i)
        {
            api.shape[i] = input.shape[i];
        }
        api.dtype = tpudnnKernelDType(input.dtype);
        void *index_mem = nullptr;
        tpudnnStatus_t status = memory.malloc(&index_mem, self_num * sizeof(int));
        if (TPUDNN_STATUS_SUCCESS != status)
        {
            TPUDNN_LOG_ERROR("malloc device error");
            return status;
        }
        api.index_global_addr = pimpl->virtToPhys(index_mem);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("nonzero", &api, sizeof(api)));
        memory.free(index_mem);
    }
    else if (pimpl->follows("nonzero", "multi_core"))
    {
        sg_api_nonzero_multi_core_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.num_global_addr = pimpl->virtToPhys(num.addr);
        api.dim = input.dim;
        for (int i = 0; i < input.dim; ++i)
        {
            api.shape[i] = input.shape[i];
        }
        api.dtype = tpudnnKernelDType(input.dtype);
        void *index_mem = nullptr, *num_buffer_mem = nullptr;
        tpudnnStatus_t status = memory.malloc(&index_mem, self_num * sizeof(int));
        if (TPUDNN_STATUS_SUCCESS != status)
        {
            TPUDNN_LOG_ERROR("malloc device error");
            return status;
        }
        api.index_global_addr = pimpl->virtToPhys(index_mem);
        status = memory.malloc(&num_buffer_mem, 8 * 64);; // 64 bytes for each core
        if (TPUDNN_STATUS_SUCCESS != status)
        {
            TPUDNN_LOG_ERROR("malloc device error");
            memory.free(index_mem);
            return status;
        }
        api.num_buffer_global_addr = pimpl->virtToPhys(num_buffer_mem);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("nonzero", &api, sizeof(api)));
        memory.free(index_mem);
        memory.free(num_buffer_mem);
    }
    else
    {
        return pimpl->notSupported("nonzero");
    }
    return TPUDNN_STATUS_SUCCESS;
}
