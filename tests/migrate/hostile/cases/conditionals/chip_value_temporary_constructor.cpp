// wall: 1
// what: chip value temporary constructor
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
static const int kCores = 1;
#else
static const int kCores = 8;
#endif
struct W { int v; W ( int && ) : v ( 5 ) {} W ( const int & ) : v ( 6 ) {} };

tpu_status_t sgdnnChipValueTemporaryConstructor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  W w ( kCores );
  api.mode = w.v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
