// wall: 3
// what: a helper frees the tensor of a structure where its flag says so
// expect: refused
#include "sgdnn_api.h"
struct Held { SgdnnTensor_t t; bool owned; };
static void release ( tpu_resource_t r, const Held & h ) { if ( h.owned ) sgdnnFreeDevice ( r, sgdnnMemFromDevice (  h.t.addr, sgdnnTensorBytes ( &h.t ) ) ); }
tpu_status_t sgdnnFreedGivenInStructure ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  Held h;
  h.t = input;
  h.owned = mode > 0;
  api.other_global_addr = h.t.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_in_structure", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_in_structure_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, h );
  return SG_SUCCESS;
}
