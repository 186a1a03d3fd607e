// wall: 3
// what: ... to a template constructor that takes it by reference
// expect: either
#include "sgdnn_api.h"
struct Key { int d; template <class T> Key ( const T & x ) : d ( *reinterpret_cast<const int *> ( &x ) ) {} };

tpu_status_t sgdnnUntypedTmplCtor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  Key k ( input.dtype ); api.mode = k.d;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b7_tmpl_ctor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
