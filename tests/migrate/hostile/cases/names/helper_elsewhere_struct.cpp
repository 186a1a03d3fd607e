// wall: 2
// what: helper elsewhere struct
// expect: either
//- src/util.h
#ifndef U
#define U
struct P { int a; };
int up ( P p );
#endif

//- src/util.cpp
#include "sgdnn_api.h"
#include "util.h"
int up ( P p ) { return p.a + 1; }

//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"

tpu_status_t sgdnnHelperElsewhereStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  P p = { mode };
  api.mode = up ( p );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
