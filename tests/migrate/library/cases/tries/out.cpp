static void prepare(tpudnnHandle_t handle, tpudnnTensor_t input, sg_api_one_t &api)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dim > 1);
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("helper.prepare", &api, sizeof(api)));
    TPUDNN_SAFE_CALL(pimpl->synchronize());
}
// bm_a helper.prepare: tpu_kernel_api_prepare 1 sg_api_one_t - -
// sg_b helper.prepare: tpu_kernel_api_prepare 1 sg_api_one_t - -
tpudnnStatus_t tpudnnTriedAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    try
    {
        sg_api_one_t api = {};
        prepare(handle, input, api);
        if (input.dim > 3) throw 5;
    }
    catch (const tpudnn::Error &)
    {
        throw;
    }
    catch (const tpudnn::StatusPassed &)
    {
        throw;
    }
    catch (const std::exception & e)
    {
        return TPUDNN_STATUS_SUCCESS;
    }
    catch (...)
    {
        return TPUDNN_STATUS_SUCCESS;
    }
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a tried: - 1 - - -
// sg_b tried: - 1 - - -
// sgdnnCheckedInHandler refused: L176: a try block: something may fail in a handler, and others may be around, or `throw;` throws what is handled; test the condition or the status
