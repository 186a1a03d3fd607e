// A kernel that does nothing: what a launch costs.
#pragma once

#include "arrays.h"
#include "sg_api/dummy.h"

namespace tpusim
{

template <class Chip>
void dummy_kernel(KernelContext &, const sg_api_dummy_t &)
{
}

TPUSIM_KERNEL_AS(BmA, "tpu_kernel_api_dummy", sg_api_dummy_t, 1, dummy_kernel<BmA>)
TPUSIM_KERNEL_AS(SgB, "tpu_kernel_api_dummy", sg_api_dummy_t, 1, dummy_kernel<SgB>)

} // namespace tpusim
