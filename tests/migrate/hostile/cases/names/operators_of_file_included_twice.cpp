// wall: 2
// what: a file that is included once per operator, with other macros, defines them
// expect: refused
//- src/a.cpp
#include "sgdnn_api.h"
#define NAME sgdnnAlphaX
#define PLUS 1
#include "op.inc"
#undef NAME
#undef PLUS
#define NAME sgdnnAlphaY
#define PLUS 2
#include "op.inc"
//- src/op.inc
tpu_status_t NAME ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode + PLUS;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_alphax", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_alphax_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
