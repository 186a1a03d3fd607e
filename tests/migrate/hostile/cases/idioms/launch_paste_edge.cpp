// wall: 2
// what: pasted members, a name made into a string by a macro in a macro, two statements
// expect: either
#include "sgdnn_api.h"

#define FIELD(f) api.f##_global_addr
#define SAY(x) #x
#define LIMIT 3
#if defined BACKEND_1684X
#define GO(name, n, cond) SGDNN_CHECK ( sizeof ( SAY ( name ) ) == n && cond ); SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ) ) )
#else
#define GO(name, n, cond) SGDNN_CHECK ( sizeof ( SAY ( name ) ) == n && cond ); SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_" #name "_multi_core", &api, sizeof ( api ), non_blocking ) )
#endif
tpu_status_t sgdnnLaunchPasteEdge ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  FIELD ( input ) = input.addr;
  FIELD ( output ) = output.addr;
  api.mode = mode;
  GO ( relu, 5, mode < LIMIT );
  return SG_SUCCESS;
}
