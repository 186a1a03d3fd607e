// wall: 1
// what: beside a helper of each chip's own: a lambda that launches, a kernel's name that is chosen, a cut statement, a launch that waits in a condition
// expect: convert
#include "sgdnn_api.h"

#ifdef BACKEND_1684X
static int area ( int a ) { return a * 2; }
#else
static int area ( int a ) { return a + 2; }
#endif
tpu_status_t sgdnnOwnLambda ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = area ( mode );
  auto run = [&] ( int k ) -> tpu_status_t
  {
    api.dim = k;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own_lambda", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_own_lambda_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
    return SG_SUCCESS;
  };
  SAFE_CALL ( run ( 1 ) );
  return run ( 2 );
}
tpu_status_t sgdnnOwnName ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  const char * name = mode > 1 ? "tpu_kernel_api_a" : "tpu_kernel_api_b";
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnOwnCut ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode
#ifdef BACKEND_1684X
   * 2
#endif
   ;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own_cut", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_own_cut_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnOwnWait ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  if ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own_wait", &api, sizeof ( api ) ) == SG_SUCCESS && mode > 1 )
#else
  if ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own_wait", &api, sizeof ( api ), false ) == SG_SUCCESS && mode > 1 )
#endif
    probe ( 2 );
  return SG_SUCCESS;
}
