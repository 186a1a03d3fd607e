// wall: 3
// what: kept reference to part
// expect: either
#include "sgdnn_api.h"
struct Part { int * data; int n; };
struct Whole { Part part; int extra; };
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  Whole w = { { nullptr, 0 }, 3 }; Part & part = w.part;
#if defined BACKEND_1684X
  int l [ 16 ] = { mode + 2, 3 }; part.data = l; part.n = 2;
#else
  int k [ 20 ] = { mode + 2, 3, 5 }; part.data = k; part.n = 3; probe ( 4 );
#endif
  { int z [ 16 ] = { 99, 98, 97 }; int * volatile q = z; probe ( q [ mode & 1 ] ); }
  api.mode = w.part.data [ 0 ] + w.part.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
