// wall: 4
// what: in a try a helper is called that differs between the chips
// expect: equal
#include "sgdnn_api.h"
#include <string>
#include <stdexcept>
#include <vector>
static int cores ( int n )
{
#if defined BACKEND_1684X
  return 1;
#else
  if ( n > 2 ) throw 3;
  return 8;
#endif
}

tpu_status_t sgdnnTryHelperPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  try { api.shape[0] = cores ( mode ); } catch ( ... ) { api.shape[0] = 3; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
