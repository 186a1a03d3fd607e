// wall: 3
// what: a macro spells and uses its argument
// expect: either
#include "sgdnn_api.h"

#define TRACE(x) do { if ( sizeof ( #x ) > 12 ) api.dim = 1; else api.dim = 2; api.other_global_addr = ( x ); } while ( false )
tpu_status_t sgdnnMacroStringifiesAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  TRACE ( input.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_stringifies_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
