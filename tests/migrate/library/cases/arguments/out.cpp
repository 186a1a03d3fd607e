/* A struct that one branch fills as a whole and the other in part. */
tpudnnStatus_t tpudnnPartAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    if (input.dim > 1)
    {
        api.mode = 1;
    }
    TPUDNN_SAFE_CALL(pimpl->launchKernel("part", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a part: tpu_kernel_api_part 1 sg_api_one_t - -
// sg_b part: tpu_kernel_api_part_multi_core all sg_api_one_t - -
/* Several declarators, an array, scopes of their own, what is set already, what is no object. */
tpudnnStatus_t tpudnnFormsAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    sg_api_one_t api = {}, list[2] = {}, *each = nullptr, set = {0};
    struct sg_api_one_t named = {};
    struct { sg_api_one_t first = {}; union { sg_api_one_t a; sg_api_two_t b; }; } pair;
    for (int i = 0; i < 2; ++i)
    {
        sg_api_one_t inner = {} /* of one pass */;
        inner.dim = i;
        each = &inner;
        TPUDNN_SAFE_CALL(pimpl->launchKernel("forms", &inner, sizeof(sg_api_one_t)));
    }
    for (sg_api_one_t copy : list) { copy.dim = each->dim; }
    set.dim = named.dim = pair.first.dim = pair.a.dim = input.dim;
    api.dim = set.dim;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("forms.forms", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a forms: tpu_kernel_api_inner 1 sg_api_one_t - -
// bm_a forms.forms: tpu_kernel_api_forms 1 sg_api_one_t - -
// sg_b forms: tpu_kernel_api_inner 1 sg_api_one_t - -
// sg_b forms.forms: tpu_kernel_api_forms 1 sg_api_one_t - -
/* A jump may not get past an initialiser. */
tpudnnStatus_t tpudnnJumpsAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    if (input.dim == 0) goto done;
    sg_api_one_t first, both[2];
    memset(&first, 0, sizeof(first));
    memset(&both, 0, sizeof(both));
    first.dim = both[0].dim = 1;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("jumps", &first, sizeof(first)));
    switch (input.dim)
    {
        case 1 :
            sg_api_two_t second;
        memset(&second, 0, sizeof(second));
        second.transposed = 1;
        TPUDNN_SAFE_CALL(pimpl->launchKernel("jumps.second", &second, sizeof(second)));
        break;
        case 2 :
        {
            sg_api_two_t third = {};
            third.transposed = 2;
            switch (input.shape[0]) { case 1 : third.transposed = 3; break; default : break; }
            TPUDNN_SAFE_CALL(pimpl->launchKernel("jumps.second", &third, sizeof(third)));
            break;
        }
        default :
            break;
    }
    done :
        return TPUDNN_STATUS_SUCCESS;
}
// bm_a jumps: tpu_kernel_api_first 1 sg_api_one_t - -
// bm_a jumps.second: tpu_kernel_api_second 1 sg_api_two_t - -
// sg_b jumps: tpu_kernel_api_first 1 sg_api_one_t - -
// sg_b jumps.second: tpu_kernel_api_second 1 sg_api_two_t - -
// sgdnnNever refused: L175: no statement can clear api: it is declared before the first label of a switch; declare it before the switch
// sgdnnByMacro refused: L175: api is declared in a form of which it is not known whether it starts cleared; write its declaration alone
