// wall: 3
// what: kept pointer to struct
// expect: either
#include "sgdnn_api.h"
struct Ctx { int * data; int n; };
static void fill ( Ctx * c, int * d, int n ) { c->data = d; c->n = n; }
static int total ( const Ctx * c ) { int s = 0; for ( int i = 0; i < c->n; ++i ) s += c->data [ i ]; return s; }
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  Ctx store; Ctx * c = &store;
#if defined BACKEND_1684X
  int l [ 16 ] = { mode + 2, 3 }; fill ( c, l, 16 );
#else
  int k [ 20 ] = { mode + 2, 3, 5 }; fill ( c, k, 20 ); probe ( 4 );
#endif
  { int z [ 16 ] = { 99, 98, 97 }; int * volatile q = z; probe ( q [ mode & 1 ] ); }
  api.mode = total ( &store );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
