// wall: 3
// what: kept union bytes
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  union { int * p; long n; char c [ 8 ]; } u; u.n = 0; char * raw = u.c;
#if defined BACKEND_1684X
  int l [ 16 ] = { mode + 2 }; * ( int ** ) raw = l;
#else
  int k [ 16 ] = { mode + 1 }; * ( int ** ) raw = k; probe ( 4 );
#endif
  { int c [ 16 ] = { 99, 98 }; int * volatile q = c; probe ( q [ mode & 1 ] ); }
  api.mode = *u.p;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
