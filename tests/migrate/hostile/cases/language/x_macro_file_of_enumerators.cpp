// wall: 3
// what: a list of macro uses gives the enumerators
// expect: convert
//- src/ops.def
/* the operators */
OP ( relu, 1 )
OP ( gelu, 2 ) // last
//- src/case.cpp
#include "sgdnn_api.h"
enum OpKind {
#define OP( name, id ) KIND_##name = id * 11,
#include "ops.def"
#undef OP
  KIND_LAST
};
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode == 1 ? KIND_relu : KIND_gelu;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
