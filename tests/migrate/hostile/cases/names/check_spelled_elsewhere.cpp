// wall: 2
// what: a text that a macro spells is the condition of a check elsewhere, and is compared
// expect: refused
#include "sgdnn_api.h"
#include <cstring>

#define SAME_TYPE(a, b) ( ( a ).dtype == ( b ).dtype )
#define SAYS(c) ( strcmp ( #c, "SAME_TYPE ( input, output )" ) == 0 )

tpu_status_t sgdnnCheckSpelledElsewhere ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = SAYS ( SAME_TYPE ( input, output ) ) ? 1 : 2;
  SGDNN_CHECK ( SAME_TYPE ( input, output ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_spelled_elsewhere", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_spelled_elsewhere_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
