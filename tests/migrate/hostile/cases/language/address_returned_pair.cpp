// wall: 3
// what: a helper gives a struct with an address
// expect: either
#include "sgdnn_api.h"

struct Place { unsigned long long where; int n; };
static Place place_of ( const SgdnnTensor_t & t ) { return { t.addr, t.dim }; }
tpu_status_t sgdnnAddressReturnedPair ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Place place = place_of ( input );
  api.other_global_addr = place.where;
  api.dim = place.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_returned_pair", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
