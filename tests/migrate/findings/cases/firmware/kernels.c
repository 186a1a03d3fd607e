#include "kernels.h"

TPUKERNEL_FUNC_REGISTER(tpu_kernel_api_one);
TPUKERNEL_FUNC_REGISTER(tpu_kernel_api_one_multi_core);
TPUKERNEL_FUNC_REGISTER(SMALL);
KERNELS(two);
KERNELS(scale);
KERNEL(list);
