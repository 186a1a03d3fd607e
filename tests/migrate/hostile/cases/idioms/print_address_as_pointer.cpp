// wall: 3
// what: addresses that are cast to pointers for %p in prints
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnPrintPointer ( tpu_resource_t resource, SgdnnTensor_t input, const SgdnnTensor_t * other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  printf ( "input %p dim %d\n", ( void * ) input.addr, input.dim );
  printf ( "%d: other %p, output %p\n", mode, ( const void * ) other->addr, ( void * ) output.addr );
  api.input_global_addr = input.addr;
  api.other_global_addr = other->addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_print_pointer", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_print_pointer_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
