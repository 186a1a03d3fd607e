// wall: 3
// what: ... to a template that casts it
// expect: either
#include "sgdnn_api.h"
template <class T> static int first ( const T * p ) { return *reinterpret_cast<const int *> ( p ); }

tpu_status_t sgdnnUntypedTmpl ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = first ( &input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b6_tmpl", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
