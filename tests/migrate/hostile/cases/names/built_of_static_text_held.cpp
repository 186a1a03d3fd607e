// wall: 3
// what: a piece outside of functions that an object may change
// expect: either
#include <string>
#include "sgdnn_api.h"

static const char * kPrefix = "tpu_kernel_api_";
struct Holder { const char * & p; };
tpu_status_t sgdnnBuiltOfStaticTextHeld ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Holder h { kPrefix }; if ( mode > 2 ) h.p = "tpu_kernel_api_z";
  std::string name = std::string ( kPrefix ) + "x";
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
