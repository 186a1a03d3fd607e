// wall: 3
// what: the launched struct is chosen twice, one choice is an element of an array
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {}; sg_api_one_t more[2] = {};
  sg_api_two_t two = {};
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", ( mode > 1 ? ( mode > 2 ? &api : &more[mode & 1] ) : more + 1 ), sizeof api, true ) );
  return SG_SUCCESS;
}
