// wall: 4
// what: arguments of the launch have effects
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchArgumentsEffects ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t apis[2];
  int i = 0;
  apis[0].input_global_addr = apis[1].input_global_addr = 3;
  apis[0].dim = 10;
  apis[1].dim = 11;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_effects", &apis[i++], sizeof ( apis[0] ), non_blocking ) );
  probe ( i );
  return SG_SUCCESS;
}
