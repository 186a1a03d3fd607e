// wall: 1
// what: chip value temporary overload
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include <algorithm>
#if defined BACKEND_1684X
static const int kCores = 1;
#else
static const int kCores = 8;
#endif
static int f ( int&& x ) { return 100 + x; }
static int f ( const int & x ) { return 200 + x; }

tpu_status_t sgdnnChipValueTemporaryOverload ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = f ( kCores );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
