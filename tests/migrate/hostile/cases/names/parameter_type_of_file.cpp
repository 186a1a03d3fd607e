// wall: 2
// what: an operator's parameter has an enumeration of the file, whose enumerators it names
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
typedef enum { SGDNN_KIND_A = 3, SGDNN_KIND_B = 9 } SgdnnKind_t;

tpu_status_t sgdnnParameterTypeOfFile ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, SgdnnKind_t kind, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = kind == SGDNN_KIND_A ? 1 : 2;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_types", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_types_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
