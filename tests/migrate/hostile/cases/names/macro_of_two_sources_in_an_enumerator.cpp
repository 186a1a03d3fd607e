// wall: 2
// what: two sources define a macro differently: in an enumerator
// expect: convert
//- src/a.cpp
#include "sgdnn_api.h"
#define LIMIT 4
enum { MOST = LIMIT + 1 };
tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = MOST;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"
#define LIMIT 8
enum { MOST = LIMIT + 1 };
tpu_status_t sgdnnG ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = MOST;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_g", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_g", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
