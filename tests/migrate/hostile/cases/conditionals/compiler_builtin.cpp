// wall: 1
// what: r hasbuiltin
// expect: either
#include "sgdnn_api.h"

#ifndef __has_builtin
#define __has_builtin( x ) 0
#endif
#if __has_builtin ( __builtin_bitreverse32 )
static int f ( int x ) { return x * 3; }
#else
static int f ( int x ) { return x * 4; }
#endif

tpu_status_t sgdnnCompilerBuiltin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = f ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
