// wall: 2
// what: the length of what a macro spells, before and behind its expansion, is an argument; a check has the same condition
// expect: refused
#include "sgdnn_api.h"
#include <cstring>

#define Q(x) #x
#define QQ(x) Q ( x )
#define FINE(t) ( t.dim < LIMIT )
#define LIMIT KERNEL_LIMIT

tpu_status_t sgdnnCheckSpelledByTwoMacros ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = ( int ) strlen ( QQ ( FINE ( input ) ) ) + 100 * ( int ) strlen ( Q ( FINE ( input ) ) );
  SGDNN_CHECK ( FINE ( input ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_spelled_two", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_spelled_two_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
