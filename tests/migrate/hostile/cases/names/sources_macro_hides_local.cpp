// wall: 2
// what: a macro of one source is called like a local variable of another one, which has recursive helpers
// expect: either
//- project.yaml
families: {First: [SourcesMacroHidesLocalAbs], Second: [SourcesMacroHidesLocalSin]}
//- src/a.cpp
#include "sgdnn_api.h"
#define N 4
tpu_status_t sgdnnSourcesMacroHidesLocalAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = N;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"
static int down ( int x );
static int up ( int x ) { return x > 3 ? down ( x - 2 ) : 1; }
static int down ( int x ) { return up ( x ) + 2; }
static int bad ( int x ) { int N = x; return N; }
tpu_status_t sgdnnZzMoreOfSourcesMacroHidesLocal ( tpu_resource_t resource, SgdnnTensor_t input, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.mode = bad ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzmore", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnSourcesMacroHidesLocalSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
