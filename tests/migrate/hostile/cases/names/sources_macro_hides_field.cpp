// wall: 2
// what: a macro of one source is called like a field of another one
// expect: either
//- src/a.cpp
#include "sgdnn_api.h"
#define dim_ 4
tpu_status_t sgdnnSourcesMacroHidesFieldAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = dim_;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"
static int up ( int x ) { return x + 1; }
struct P { int dim_; };
tpu_status_t sgdnnSourcesMacroHidesFieldSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  P p = { up ( mode ) };
  api.mode = p.dim_;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
