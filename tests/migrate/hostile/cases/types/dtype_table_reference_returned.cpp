// wall: 3
// what: a helper that gives a reference to an element
// expect: either
#include <map>
#include "sgdnn_api.h"

static const int kSize[16] = { [SGDNN_DTYPE_UNKNOWN] = 9, [SGDNN_DTYPE_INT8] = 3 };
static const int & width ( SgdnnDataType_t d ) { return kSize[d]; }
tpu_status_t sgdnnDtypeTableReferenceReturned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  const int & w = width ( input.dtype );
  probe ( 4 );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = w;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ak2retref", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_ak2retref", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
