// wall: 2
// what: only a macro names a type of the file
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
struct Pair { int a; int b; };
#define MAKE(x) Pair { x, 2 }
tpu_status_t sgdnnTypeNamedByMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = MAKE ( mode ).a;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
