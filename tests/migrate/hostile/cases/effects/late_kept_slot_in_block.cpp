// wall: 3
// what: kept slot in block
// expect: either
#include "sgdnn_api.h"
typedef struct { int n; int * list; } Opts;
static void options ( int m, Opts ** slot, Opts * mine ) { if ( m ) *slot = mine; }
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  Opts base = { 0, &mode }; Opts * cur = &base; Opts ** slot = &cur;
  if ( mode > 0 )
  {
#if defined BACKEND_1684X
    Opts mine [ 4 ] = { { 1, &mode } }; options ( mode, slot, mine );
#else
    Opts other [ 4 ] = { { 2, &mode } }; options ( mode, slot, other ); probe ( 4 );
#endif
    { Opts z [ 4 ] = { { 99, nullptr } }; Opts * volatile q = z; probe ( q->n ); }
    api.mode = cur->n;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
