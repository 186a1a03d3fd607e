// wall: 3
// what: two of three files have a helper, each in its own way
// expect: convert
// chips: 3
//- project.yaml
library: {sources: [], per_chip: {bm_a: [src/a/*.cpp], sg_b: [src/b/*.cpp], sg_c: [src/c/*.cpp]}}
//- src/a/one_a.cpp
#if defined BACKEND_1684X
#include "sgdnn_api.h"
static int g ( int x ) { return x + 3; }
static int f ( int x ) { return g ( x ) * 2; }
tpu_status_t sgdnnWChain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = f ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wchain", &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
#endif
//- src/b/one_b.cpp
#if defined BACKEND_SG2260
#include "sgdnn_api.h"
static int g ( int x ) { return x + 4; }
static int f ( int x ) { return x * 5; }
tpu_status_t sgdnnWChain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = f ( mode ) + g ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_wchain_mc", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
#endif
//- src/c/one_c.cpp
#if defined BACKEND_SG2044
#include "sgdnn_api.h"
static int g ( int x ) { return x + 8; }
tpu_status_t sgdnnWChain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = g ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_wchain_mc", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
#endif
