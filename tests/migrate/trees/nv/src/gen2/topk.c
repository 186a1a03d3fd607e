#include "nv.h"
#include "nv_args.h"
static inline long count_of(const nv_tensor *t)
{
    long n = 1;
    int i;
    for (i = 0; i < nv_tensor_rank(t); i++)
        n *= nv_tensor_extent(t, i);
    return n;
}

static inline int code_of(nv_kind kind)
{
    switch (kind) {
    case NV_KIND_F32: return 0;
    case NV_KIND_F16: return 1;
    case NV_KIND_I32: return 6;
    default: break;
    }
    return -1;
}


nv_rc nv_topk(const nv_tensor *x, int k, nv_tensor *values, nv_tensor *indices, nv_device *dev)
{
    nv_args_topk args;
    int last = nv_tensor_rank(x) - 1;
    nv_rc rc;
    NV_ASSERT(last >= 0);
    args.row = nv_tensor_extent(x, last);
    args.rows = count_of(x) / args.row;
    NV_ASSERT(k > 0 && k <= args.row);
    args.k = k;
    args.kind = code_of(nv_tensor_kind(x));
    args.src = nv_tensor_where(x);
    args.values = nv_tensor_where(values);
    args.indices = nv_tensor_where(indices);
    args.work = 0;
    rc = nv_run("nvk_topk", &args, sizeof(args), 1, dev);
    return rc;
}
