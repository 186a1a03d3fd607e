// wall: 3
// what: kept pointer to pointer
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  int * arr [ 2 ] = { &mode, &mode }; int ** q = arr;
#if defined BACKEND_1684X
  int l [ 16 ] = { mode + 2 }; q [ 0 ] = l;
#else
  int k [ 16 ] = { mode + 1 }; q [ 0 ] = k; probe ( 4 );
#endif
  { int c [ 16 ] = { 99, 98 }; int * volatile z = c; probe ( z [ mode & 1 ] ); }
  api.mode = *arr [ 0 ];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
