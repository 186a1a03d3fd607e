#define KERNEL(name) TPUKERNEL_FUNC_REGISTER(tpu_kernel_api_##name)
#define KERNELS(name) KERNEL(name); KERNEL(name##_multi_core)
#define SMALL tpu_kernel_api_small
