// wall: 4
// what: in a try an object is made in braces, whose constructor checks
// expect: equal
#include "sgdnn_api.h"
#include <string>
#include <stdexcept>
#include <vector>
struct Deep { int n; Deep ( int k ) : n ( k ) { SGDNN_CHECK ( k > 1 ); } };

tpu_status_t sgdnnTryMakesObjectThatChecks ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  try { Deep d { mode }; api.shape[0] = d.n; } catch ( int ) { return SG_FAILURE; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
