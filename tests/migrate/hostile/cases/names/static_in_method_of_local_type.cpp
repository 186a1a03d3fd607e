// wall: 2
// what: a static in a method of a type of the function
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct S { int get ( int k ) { static int v = k; return v; } };
  return S ( ).get ( mode ) ? SG_SUCCESS : SG_FAILURE;
}
