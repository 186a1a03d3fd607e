// wall: 4
// what: launched structs named by aliases of the function, of the file and of each other
// expect: convert
#include "sgdnn_api.h"

typedef sg_api_two_t api_a;
using api_b = api_a;
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  using A = sg_api_one_t;
  typedef const sg_api_two_t CT;
  A api;
  api_b apis[2];
  api.input_global_addr = input.addr;
  api.mode = mode;
  apis[1].input_global_addr = input.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  CT ct = { input.addr, output.addr };
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k3", &ct, sizeof ( ct ), true ) );
  return sgdnnTPUKernelLaunch ( resource, "k2", &apis[1], sizeof ( api_a ), true );
}
