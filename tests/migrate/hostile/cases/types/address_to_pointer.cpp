// wall: 3
// what: the address becomes a pointer and an integer again
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnToPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  void * p = ( void * ) input.addr;
  char * q = reinterpret_cast<char *> ( input.addr ) + 16;
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = ( unsigned long long ) p;
  api.other_global_addr = ( unsigned long long ) q;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pointer", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pointer_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
