// wall: 1
// what: a helper that differs between the chips is called by an operator that refuses one of them on another path
// expect: convert
#include "sgdnn_api.h"
static void fill ( sg_api_one_t * api, SgdnnTensor_t t )
{
#if defined BACKEND_SG2260
  api->other_global_addr = t.addr;
#else
  api->other_global_addr = 0;
#endif
}
tpu_status_t sgdnnBeforeRefusal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  fill ( &api, bias );
  if ( mode > 1 )
  {
#if defined BACKEND_1684X
    api.dim = 3;
#else
    SGDNN_CHECK ( false );
#endif
  }
  return SG_SUCCESS;
}
