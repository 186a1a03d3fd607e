// wall: 3
// what: a helper sets a string of its caller
// expect: refused
#include "sgdnn_api.h"
#include <string>
#include <iostream>

static std::string describe ( std::string & s ) { s += "b"; return s; }

tpu_status_t sgdnnPrintTextOfHelperThatSets ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  std::string s = "a";
  std::cout << describe ( s ) << std::endl;
  api.mode = (int) s.size ( );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
