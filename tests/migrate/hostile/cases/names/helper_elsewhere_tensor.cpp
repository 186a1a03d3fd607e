// wall: 2
// what: helper elsewhere tensor
// expect: convert
//- src/util.h
#ifndef U
#define U
#include "sgdnn_api.h"
int up ( SgdnnTensor_t t );
#endif

//- src/util.cpp
#include "sgdnn_api.h"
#include "util.h"
int up ( SgdnnTensor_t t ) { return t.dim * 2; }

//- src/case.cpp
#include "sgdnn_api.h"
#include "util.h"

tpu_status_t sgdnnHelperElsewhereTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( input );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
