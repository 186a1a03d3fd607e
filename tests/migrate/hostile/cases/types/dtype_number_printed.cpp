// wall: 3
// what: the number of a data type is printed
// expect: equal
#include "sgdnn_api.h"
#include <iostream>

tpu_status_t sgdnnNumberPrinted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  if ( input.dim > 3 )
  {
    std::cerr << "dtype " << ( int ) input.dtype << " of " << input.dtype << std::endl;
    printf ( "%d\n", ( int ) input.dtype );
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_printed", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_printed_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
