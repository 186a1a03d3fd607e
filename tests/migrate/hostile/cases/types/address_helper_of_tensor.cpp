// wall: 3
// what: a helper gives an address, or none, with an offset
// expect: convert
#include "sgdnn_api.h"

static inline unsigned long long row_of ( const SgdnnTensor_t * t, int row )
{
  if ( t->dim == 0 ) return 0;
  return t->addr + row * t->stride[0] * 4;
}
static inline unsigned long long either ( SgdnnTensor_t a, SgdnnTensor_t b, bool first ) { return first ? a.addr : b.addr; }
tpu_status_t sgdnnHelperOfTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  api.input_global_addr = row_of ( &input, mode );
  unsigned long long chosen = either ( input, output, mode > 1 );
  api.other_global_addr = chosen + 8;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
