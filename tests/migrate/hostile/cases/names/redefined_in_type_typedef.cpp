// wall: 2
// what: ... a typedef
// expect: either
#include "sgdnn_api.h"
#define NUM short
typedef NUM num_t;
#undef NUM
#define NUM long

tpu_status_t sgdnnRedefinedInTypeTypedef ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  num_t n = mode * 70000; api.mode = n + sizeof ( NUM );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_m4_typedef", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
