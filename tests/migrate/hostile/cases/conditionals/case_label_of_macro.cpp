// wall: 4
// what: macros bring the case labels of a switch in whose body the chips' branches stand
// expect: refused
#include "sgdnn_api.h"
#define CASE(x) case x:
#define OTHERWISE default:
#define AT(x) CASE ( x )

tpu_status_t sgdnnLabels ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 7;
  switch ( mode )
  {
#if defined BACKEND_1684X
  AT ( 1 ) api.mode = 5; break;
#elif defined BACKEND_SG2260
  AT ( 2 ) api.mode = 6; break;
#endif
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnOtherwise ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 7;
  switch ( mode )
  {
  case 3: break;
#if defined BACKEND_1684X
  case 1: api.mode = 5; break;
#elif defined BACKEND_SG2260
  OTHERWISE api.mode = 6; break;
#endif
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
