// A kernel that does nothing: what a launch costs. Its argument struct, which it does not read, is the one that the legacy host sends.
#pragma once

#include "arrays.h"
#include "sg_api/unary.h"

namespace tpusim
{

template <class Chip>
void dummy_kernel(KernelContext &, const sg_api_gelu_t &)
{
}

TPUSIM_KERNEL_AS(BmA, "tpu_kernel_api_dummy", sg_api_gelu_t, 1, dummy_kernel<BmA>)
TPUSIM_KERNEL_AS(SgB, "tpu_kernel_api_dummy", sg_api_gelu_t, 1, dummy_kernel<SgB>)

} // namespace tpusim
