// wall: 3
// what: a helper sets a string of the file by another name
// expect: refused
#include "sgdnn_api.h"
#include <string>
#include <iostream>

static std::string last;
static std::string describe ( const SgdnnTensor_t & t ) { std::string & s = last; s = std::to_string ( t.dim ); return s; }

tpu_status_t sgdnnPrintTextOfHelperThatSetsByAlias ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  std::cout << describe ( input ) << std::endl;
  api.mode = (int) last.size ( );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
