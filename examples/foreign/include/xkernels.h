// Arguments of the kernels.
#pragma once

#include <stdint.h>

struct xk_map_args
{
    uint64_t src;
    uint64_t dst;
    int64_t count;
    float factor;
    int type;
};
struct xk_sum_args
{
    uint64_t src;
    uint64_t part;
    uint64_t dst;
    int axis;
    int passes;
};
struct xk_sort_args
{
    uint64_t src;
    uint64_t dst;
    int row;
};
