// wall: 4
// what: an operator that launches once per part of its tensors
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCopyX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int parts, bool non_blocking )
{
  SGDNN_CHECK ( parts > 0 && parts < 5 );
  const size_t total = sgdnnTensorBytes ( &input );
  const size_t part = ( total + parts - 1 ) / parts;
  for ( size_t done = 0; done < total; done += part )
  {
    sg_api_two_t api;
    api.input_global_addr = input.addr + done;
    api.output_global_addr = output.addr + done;
    api.transposed = 0;
    api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_copychunk", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_copychunk_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  }
  return SG_SUCCESS;
}
