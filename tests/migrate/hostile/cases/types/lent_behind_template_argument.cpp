// wall: 2
// what: a tensor is lent behind an argument whose type has a comma, and its data type is changed before it is checked
// expect: equal
#include "sgdnn_api.h"
#include <utility>
static int touch ( std::pair < int, int > p, SgdnnTensor_t & d ) { d.dtype = SGDNN_DTYPE_FP32; return p.first; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = touch ( { 1, 2 }, input );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
