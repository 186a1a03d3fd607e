// wall: 2
// what: an explicit specialisation of a member is left behind
// expect: either
#include "sgdnn_api.h"
template <class T> struct Sz { operator int () const { return 1; } };
template <> inline Sz<float>::operator int () const { return 20; }

tpu_status_t sgdnnUnnamedMspec ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  Sz<float> a; api.mode = a;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a7_mspec", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
