// wall: 2
// what: the source defines a check again, as the opposite
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#undef SGDNN_CHECK
#define SGDNN_CHECK(x) do { if ( x ) return SG_SUCCESS; } while ( 0 )
tpu_status_t sgdnnMacroHidesCheck ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SGDNN_CHECK ( mode > 2 );
  api.mode = 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
