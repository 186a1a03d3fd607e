// wall: 4
// what: a print is given what a helper gives that sets what a pointer leads to, by i [ p ]
// expect: either
#include "sgdnn_api.h"
#include <stdio.h>
#include <iostream>
static int f ( int * x ) { int i = 0; return i [ x ] = 4; }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int n [ 2 ] = { 1, 2 }; printf ( "%d\n", f ( n ) ); api.mode = n [ 0 ];

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
