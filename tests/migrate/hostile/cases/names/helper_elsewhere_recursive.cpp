// wall: 2
// what: helper elsewhere recursive
// expect: either
//- src/util.h
#ifndef U
#define U
int up ( int x );
int down ( int x );
#endif

//- src/util.cpp
#include "sgdnn_api.h"
#include "util.h"
int down ( int x ) { return x ? up ( x - 1 ) : 3; }
int up ( int x ) { return x > 5 ? 7 : down ( x / 2 ) + 1; }

//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"

tpu_status_t sgdnnHelperElsewhereRecursive ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode ) + down ( 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
