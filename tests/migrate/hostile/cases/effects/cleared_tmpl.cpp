// wall: 4
// what: r zero tmpl
// expect: either
#include "sgdnn_api.h"

template < class T > static T make ( int m ) { T t; t.mode = m; return t; }

tpu_status_t sgdnnClearedTmpl ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  auto api = make < sg_api_one_t > ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
