// wall: 4
// what: in a try a helper is called whose default argument checks
// expect: equal
#include "sgdnn_api.h"
#include <string>
#include <stdexcept>
#include <vector>
static int deep ( ) { SGDNN_CHECK ( false ); return 1; }
static void need ( int n, int k = deep ( ) ) { if ( n > k ) throw 3; }

tpu_status_t sgdnnTryDefaultArgumentChecks ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  try { need ( mode ); } catch ( int ) { return SG_FAILURE; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
