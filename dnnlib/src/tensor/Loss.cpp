#include "tpudnn_impl.h"

#include <vector>

/* whether INPUT was finite */
static bool _tpudnnInfCheckAndUnscale(tpudnnHandle_t handle, tpudnnTensor_t &input, tpudnnTensor_t &found_inf,
                                      float inv_scale)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    sg_api_inf_check_unscale_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.found_inf_global_addr = pimpl->virtToPhys(found_inf.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.inv_scale = inv_scale;
    api.idtype = tpudnnKernelDType(input.dtype);
    api.found_inf_dtype = tpudnnKernelDType(found_inf.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("inf_check_and_unscale", &api, sizeof(api)));

    float found = 0.f;
    void *found_mem = found_inf.addr;
    TPUDNN_SAFE_CALL(pimpl->memcpyD2S(&found, found_mem, tpudnnTensorDataSize(found_inf.dtype)));
    return found == 0.f;
}

static bool _tpudnnInfCheckAndUnscale_multi_core(tpudnnHandle_t handle, tpudnnTensor_t &input,
                                                 tpudnnTensor_t &found_inf, float inv_scale)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    const unsigned int core_num = 8; // 64 bytes for each core
    void *buffer_mem = nullptr;
    TPUDNN_SAFE_CALL(memory.malloc(&buffer_mem, core_num * 64));
    sg_api_inf_check_unscale_multi_core_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.found_inf_global_addr = pimpl->virtToPhys(found_inf.addr);
    api.found_inf_buffer_global_addr = pimpl->virtToPhys(buffer_mem);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.need_clear_found_inf = 0;
    api.inv_scale = inv_scale;
    api.idtype = tpudnnKernelDType(input.dtype);
    api.found_inf_dtype = tpudnnKernelDType(found_inf.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("inf_check_and_unscale_multi_core", &api, sizeof(api)));

    float found = 0.f;
    void *found_mem = found_inf.addr;
    TPUDNN_SAFE_CALL(pimpl->memcpyD2S(&found, found_mem, tpudnnTensorDataSize(found_inf.dtype)));
    TPUDNN_SAFE_CALL(pimpl->synchronize());
    memory.free(buffer_mem);
    return found == 0.f;
}

tpudnnStatus_t tpudnnInfCheckAndUnscaleAsync(tpudnnHandle_t handle, std::vector<tpudnnTensor_t> &inputs,
                                             tpudnnTensor_t found_inf, float inv_scale)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(found_inf.dtype == TPUDNN_DTYPE_FP32);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&found_inf));
    if (pimpl->follows("inf_check_and_unscale", "single_core"))
    {
        for (auto &input : inputs)
        {
            if (!_tpudnnInfCheckAndUnscale(handle, input, found_inf, inv_scale))
            {
                TPUDNN_LOG_ERROR("a gradient is not finite");
            }
        }
    }
    else if (pimpl->follows("inf_check_and_unscale", "multi_core"))
    {
        for (auto &input : inputs)
        {
            if (!_tpudnnInfCheckAndUnscale_multi_core(handle, input, found_inf, inv_scale))
            {
                TPUDNN_LOG_ERROR("a gradient is not finite");
            }
        }
    }
    else
    {
        return pimpl->notSupported("inf_check_and_unscale");
    }
    return TPUDNN_STATUS_SUCCESS;
}
