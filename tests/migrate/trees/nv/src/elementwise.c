#include "shared.h"

static nv_rc unary(const nv_tensor *x, nv_tensor *y, int op, float k, float b, nv_device *dev)
{
    struct nv_args_unary args = { .src = nv_tensor_where(x), .dst = nv_tensor_where(y), .count = count_of(x), .op = op };
    args.k = k;
    args.b = b;
    args.kind = code_of(nv_tensor_kind(x));
    if (args.kind < 0)
        return NV_EINVAL;
#if NV_GEN == 1
    return nv_run("nvk_unary", &args, sizeof args, 0, dev);
#else
    return nv_run_on("nvk_unary_mc", 4, &args, sizeof args, dev);
#endif
}

nv_rc nv_relu(const nv_tensor *x, nv_tensor *y, nv_device *dev)
{
    NV_ASSERT(nv_tensor_kind(x) == nv_tensor_kind(y));
    return unary(x, y, NV_UNARY_RELU, 0.f, 0.f, dev);
}

nv_rc nv_affine(const nv_tensor *x, double k, double b, nv_tensor *y, nv_device *dev)
{
    NV_ASSERT(nv_tensor_kind(x) == nv_tensor_kind(y) && count_of(x) == count_of(y));
    return unary(x, y, NV_UNARY_AFFINE, (float)k, (float)b, dev);
}

nv_rc nv_where(const nv_tensor *cond, const nv_tensor *a, const nv_tensor *b, nv_tensor *y, nv_device *dev)
{
    nv_rc rc;
    struct nv_args_where args;
    NV_ASSERT(nv_tensor_kind(a) == nv_tensor_kind(b));
    NV_ASSERT(nv_tensor_kind(cond) == NV_KIND_I8);
    memset(&args, 0, sizeof(args));
    args.at.cond = nv_tensor_where(cond);
    args.at.a = nv_tensor_where(a);
    args.at.b = nv_tensor_where(b);
    args.at.y = nv_tensor_where(y);
    args.count = count_of(y);
    args.kind = code_of(nv_tensor_kind(a));
#if NV_GEN >= 2
    rc = nv_run("nvk_where", &args, sizeof(args), 1, dev);
#else
    rc = NV_ENOSYS;
    goto out;
#endif
out:
    return rc;
}
