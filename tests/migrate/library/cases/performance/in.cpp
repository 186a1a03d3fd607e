#ifdef USING_PERF_MODE
#include <iostream>
#endif

tpu_status_t sgdnnMeasured ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
#ifdef USING_PERF_MODE
  std::cout << "input_addr0\n" << api.input_global_addr << std::endl;
#endif
#ifdef USE_SOMETHING
  api.mode = 1;
#else
  api.mode = 2;
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_measured", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
#ifdef USING_PERF_MODE
  std::cout << "only here" << sgdnnTensorBytes(&input) << std::endl;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_measured_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
