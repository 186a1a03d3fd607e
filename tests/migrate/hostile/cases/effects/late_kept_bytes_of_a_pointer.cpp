// wall: 3
// what: kept bytes of a pointer
// expect: either
#include "sgdnn_api.h"
#include <string.h>
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  char bytes [ 8 ];
#if defined BACKEND_1684X
  int l [ 16 ] = { mode + 2 }; int * p = l; memcpy ( bytes, &p, 8 );
#else
  int k [ 16 ] = { mode + 1 }; int * p = k; memcpy ( bytes, &p, 8 ); probe ( 4 );
#endif
  { int c [ 16 ] = { 99, 98 }; int * volatile q = c; probe ( q [ mode & 1 ] ); }
  int * q; memcpy ( &q, bytes, 8 );
  api.mode = *q;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
