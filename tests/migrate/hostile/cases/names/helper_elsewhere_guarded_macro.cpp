// wall: 2
// what: helper elsewhere guarded macro
// expect: either
//- src/util.h
#ifndef U
#define U
int up ( int x );
#endif

//- src/util.cpp
#include "sgdnn_api.h"
#include "util.h"
#ifndef LIM
#define LIM 3
#endif
int up ( int x ) { return x / LIM; }

//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"
#define LIM 7

tpu_status_t sgdnnHelperElsewhereGuardedMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
