// wall: 2
// what: helper elsewhere anonymous state
// expect: refused
//- src/util.h
#ifndef U
#define U
int up ( int x );
#endif

//- src/util.cpp
#include "sgdnn_api.h"
#include "util.h"
namespace { int next ( int x ) { static int n = 0; return x + n++; } }
int up ( int x ) { return next ( x ); }

//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"

tpu_status_t sgdnnHelperElsewhereAnonymousState ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
