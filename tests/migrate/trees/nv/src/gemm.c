#include "shared.h"

nv_rc nv_matmul(const nv_tensor *a, const nv_tensor *b, bool left_transposed, nv_tensor *y, nv_device *dev)
{
    nv_rc rc;
    unsigned long long scratch = 0;
    nv_args_gemm args = {0};
    NV_ASSERT(nv_tensor_rank(a) == 2 && nv_tensor_rank(b) == 2 && nv_tensor_rank(y) == 2);
    NV_ASSERT(nv_tensor_kind(a) == nv_tensor_kind(b));
    args.left = nv_tensor_where(a);
    args.right = nv_tensor_where(b);
    args.out = nv_tensor_where(y);
    args.m = (int)nv_tensor_extent(a, left_transposed ? 1 : 0);
    args.k = (int)nv_tensor_extent(a, left_transposed ? 0 : 1);
    args.n = (int)nv_tensor_extent(b, 1);
    args.left_transposed = left_transposed;
    args.kind = (unsigned char)code_of(nv_tensor_kind(a));
#if NV_GEN == 1
    scratch = nv_grab((size_t)args.m * args.k * 4, dev);
    if (scratch == 0)
        return NV_ENOMEM;
    args.scratch = scratch;
    rc = nv_run("nvk_gemm", &args, sizeof(args), 1, dev);
    nv_drop(scratch, dev);
#elif NV_GEN == 2
    rc = nv_run("nvk_gemm", &args, sizeof(args), 0, dev);
#else
    rc = nv_run_on("nvk_gemm", args.m > 64 ? 8 : 1, &args, sizeof(args), dev);
#endif
    return rc;
}

nv_rc nv_concat(const nv_tensor *const *xs, int count, int axis, nv_tensor *y, nv_device *dev)
{
    struct nv_args_concat args;
    int i;
    if (count < 1 || count > (int)NV_ARRAY_LEN(args.src))
        return NV_EINVAL;
    for (i = 0; i < count; i++) {
        args.src[i] = nv_tensor_where(xs[i]);
        args.extents[i] = nv_tensor_extent(xs[i], axis);
    }
    args.dst = nv_tensor_where(y);
    args.count = count;
    args.axis = axis;
    args.kind = code_of(nv_tensor_kind(y));
    return nv_run("nvk_concat", &args, sizeof(args), 0, dev);
}
