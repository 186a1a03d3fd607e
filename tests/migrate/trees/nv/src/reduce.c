#include "shared.h"

#if NV_GEN == 3
#define REDUCE_CORES 8
#else
#define REDUCE_CORES 2
#endif

static nv_rc reduce(const nv_tensor *x, int axis, int mean, nv_tensor *y, nv_device *dev)
{
    nv_rc rc = NV_FINE;
    unsigned long long tmp = 0;
    struct nv_args_reduce args;
    const int rank = nv_tensor_rank(x);

    if (axis < 0)
        axis += rank;
    if (axis < 0 || axis >= rank || rank > NV_MAX_RANK)
        return NV_EINVAL;
    tmp = nv_grab(count_of(x) * bytes_of(nv_tensor_kind(x)), dev);
    if (!tmp) {
        rc = NV_ENOMEM;
        goto out;
    }
    args.src = nv_tensor_where(x);
    args.tmp = tmp;
    args.dst = nv_tensor_where(y);
    shape_of(x, args.shape);
    args.rank = rank;
    args.axis = axis;
    args.mean = mean;
    args.kind = code_of(nv_tensor_kind(x));
    NV_TRY(rc, nv_run_on("nvk_reduce", REDUCE_CORES, &args, sizeof(args), dev), out);
out:
    if (tmp)
        nv_drop(tmp, dev);
    return rc;
}

nv_rc nv_reduce_sum(const nv_tensor *x, int axis, nv_tensor *y, nv_device *dev)
{
    return reduce(x, axis, 0, y, dev);
}

nv_rc nv_reduce_mean(const nv_tensor *x, int axis, nv_tensor *y, nv_device *dev)
{
    return reduce(x, axis, 1, y, dev);
}
