// wall: 3
// what: a range-based for over pointers to tensors
// expect: either
#include "sgdnn_api.h"

#include <initializer_list>
tpu_status_t sgdnnRangeForPointers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( const SgdnnTensor_t * t : { &input, &bias } )
    if ( t->addr ) api.other_global_addr = t->addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_range_for_pointers", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
