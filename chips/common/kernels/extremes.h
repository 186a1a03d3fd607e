// The larger or smaller of two numbers, where a NaN wins (maximum, minimum) or is left out (fmax, fmin).
#pragma once

#include "elementwise.h"
#include "sg_api/extremes.h"

namespace tpusim
{

struct Larger
{
    template <class T>
    T operator()(T x, T y) const
    {
        return maximum(x, y);
    }
};

struct Smaller
{
    template <class T>
    T operator()(T x, T y) const
    {
        return minimum(x, y);
    }
};

// The other operand where one is a NaN.
template <class Choice>
struct WithoutNan
{
    template <class T>
    T operator()(T x, T y) const
    {
        const T chosen = y != y ? x : Choice{}(x, y);
        return x != x ? y : chosen;
    }
};

TPUSIM_KERNEL_OF(maximum, sg_api_maximum_t, binary_of, Larger)
TPUSIM_KERNEL_OF(maximum_bcast, sg_api_maximum_bcast_t, broadcast_of, Larger)
TPUSIM_KERNEL_OF(minimum_bcast, sg_api_minimum_bcast_t, broadcast_of, Smaller)
TPUSIM_KERNEL_OF(maximumc, sg_api_maximumc_t, with_scalar_of, Larger)
TPUSIM_KERNEL_OF(minimumc, sg_api_minimumc_t, with_scalar_of, Smaller)
TPUSIM_KERNEL_OF(fmax, sg_api_fmax_t, binary_of, WithoutNan<Larger>)
TPUSIM_KERNEL_OF(fmin, sg_api_fmin_t, binary_of, WithoutNan<Smaller>)
TPUSIM_KERNEL_OF(fmax_bcast, sg_api_fmax_bcast_t, broadcast_of, WithoutNan<Larger>)
TPUSIM_KERNEL_OF(fmin_bcast, sg_api_fmin_bcast_t, broadcast_of, WithoutNan<Smaller>)
TPUSIM_KERNEL_OF(fmaxc, sg_api_fmaxc_t, with_scalar_of, WithoutNan<Larger>)
TPUSIM_KERNEL_OF(fminc, sg_api_fminc_t, with_scalar_of, WithoutNan<Smaller>)

} // namespace tpusim
