// wall: 3
// what: a formatted name with a piece that is chosen
// expect: convert
#include <stdio.h>
#include "sgdnn_api.h"


tpu_status_t sgdnnBuiltSnprintfOfPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  const char * suffix = mode > 2 ? "_b" : "_a";
  char name[64];
  snprintf ( name, sizeof ( name ), "tpu_kernel_api_x%s", suffix );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
