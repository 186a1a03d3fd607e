#include "xdnn.h"
#include "xkernels.h"

static int64_t xdnnCount(const XTensor *t)
{
    int64_t count = 1;
    for (int i = 0; i < t->rank; ++i)
        count *= t->extent[i];
    return count;
}

XStatus xdnnRelu(XTensor x, XTensor y, XContext *ctx)
{
    X_REQUIRE(x.type == y.type);
    xk_map_args args;
    args.src = x.data;
    args.dst = y.data;
    args.count = xdnnCount(&x);
    args.type = x.type == X_FLOAT ? 2 : 1;
#if XCHIP == 1
    X_TRY(xkLaunch("xk_relu", sizeof(args), &args, ctx));
#elif XCHIP == 2
    X_TRY(xkLaunchAll("xk_relu_wide", sizeof(args), &args, ctx));
#else
    X_TRY(xkLaunchAll("xk_relu", sizeof(args), &args, ctx));
#endif
    return X_OK;
}

XStatus xdnnScale(XTensor x, float factor, XTensor y, XContext *ctx)
{
    X_REQUIRE(x.type == y.type && x.rank == y.rank);
    xk_map_args args;
    args.src = x.data;
    args.dst = y.data;
    args.count = xdnnCount(&x);
    args.factor = factor;
    args.type = x.type == X_FLOAT ? 2 : 1;
    X_TRY(xkLaunch("xk_scale", sizeof(args), &args, ctx));
    return X_OK;
}

XStatus xdnnSum(XTensor x, int axis, XTensor y, XContext *ctx)
{
    X_REQUIRE(axis >= 0 && axis < x.rank);
    XBuffer part;
    X_TRY(xkAlloc(ctx, (size_t) xdnnCount(&x) * 4, &part));
    xk_sum_args args;
    args.src = x.data;
    args.part = xkWhere(part);
    args.dst = y.data;
    args.axis = axis;
#if XCHIP >= 2
    args.passes = 2;
#else
    args.passes = 1;
#endif
    X_TRY(xkLaunch("xk_sum", sizeof(args), &args, ctx));
    xkFree(part, ctx);
    return X_OK;
}

XStatus xdnnAddScaled(XTensor a, XTensor b, float factor, XTensor y, XContext *ctx)
{
    X_TRY(xdnnScale(b, factor, y, ctx));
    xk_map_args args;
    args.src = a.data;
    args.dst = y.data;
    args.count = xdnnCount(&a);
    args.factor = 1;
    args.type = a.type == X_FLOAT ? 2 : 1;
    X_TRY(xkLaunch("xk_add", sizeof(args), &args, ctx));
    return X_OK;
}

XStatus xdnnSort(XTensor x, XTensor y, XContext *ctx)
{
#if XCHIP == 3
    xk_sort_args args;
    args.src = x.data;
    args.dst = y.data;
    args.row = x.extent[x.rank - 1];
    X_TRY(xkLaunch("xk_sort", sizeof(args), &args, ctx));
#else
    X_REQUIRE(false);
#endif
    return X_OK;
}
