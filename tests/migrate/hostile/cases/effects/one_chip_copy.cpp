// wall: 4
// what: an operator of one chip that launches nothing
// expect: convert
#include "sgdnn_api.h"
#if defined BACKEND_SG2260
tpu_status_t sgdnnAlone ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode > 3 ) return SG_FAILURE;
  sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( output.addr, 64 ), 0, sgdnnMemFromDevice ( input.addr, 64 ), 0, 64 );
  return SG_SUCCESS;
}
#endif
