// wall: 2
// what: one name is a function of the system on one chip and one of the source on another, or another overload of the system's
// expect: refused
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#include <cmath>
#else
static int fdim ( int x, int y ) { return x + y + 5; }
#endif

static int distance ( int x ) { return (int) fdim ( x, 1 ); }
tpu_status_t sgdnnSystemOrOwn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = (int) fdim ( mode, 1 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_system", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSystemByHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = distance ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_by_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
