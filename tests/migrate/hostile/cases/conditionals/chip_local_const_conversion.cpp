// wall: 1
// what: chip local const conversion
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
struct W { int v; W ( int & ) : v ( 5 ) {} W ( const int & ) : v ( 6 ) {} };
tpu_status_t sgdnnChipLocalConstConversion ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  const int n = 1;
#else
  const int n = 8;
#endif
  W w = n;
  api.mode = w.v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
