#ifndef NV_SHARED_H
#define NV_SHARED_H
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

static inline size_t bytes_of(nv_kind kind)
{
    return kind == NV_KIND_F32 || kind == NV_KIND_I32 ? 4 : kind == NV_KIND_F16 ? 2 : 1;
}

static inline void shape_of(const nv_tensor *t, long *shape)
{
    memset(shape, 0, sizeof(long) * NV_MAX_RANK);
    for (int i = 0; i < nv_tensor_rank(t); i++)
        shape[i] = nv_tensor_extent(t, i);
}
#endif
