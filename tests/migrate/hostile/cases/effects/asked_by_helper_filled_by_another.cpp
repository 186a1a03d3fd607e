// wall: 4
// what: one helper asks a field that another one fills
// expect: either
#include "sgdnn_api.h"
static void fill ( sg_api_two_t & t, const SgdnnTensor_t & a ) { t.input_global_addr = a.addr; }
static bool has ( const sg_api_two_t & t ) { return t.input_global_addr != 0; }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = output.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  sg_api_two_t two; two.input_global_addr = output.addr; fill ( two, input );
  if ( has ( two ) ) probe ( 21 ); else probe ( 22 );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
