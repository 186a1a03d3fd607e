// wall: 2
// what: helper elsewhere fast math
// expect: refused
//- src/util.h
#ifndef U
#define U
int up ( int x );
#endif

//- src/util.cpp
#include "sgdnn_api.h"
#include "util.h"
#pragma GCC optimize ( "fast-math" )
int up ( int x ) { return x + 1; }

//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"

tpu_status_t sgdnnHelperElsewhereFastMath ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
