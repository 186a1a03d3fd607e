// wall: 3
// what: bit fields are printed to a stream
// expect: convert
#include "sgdnn_api.h"
#include <iostream>
#include <string>
#include <iomanip>
#include <cstdint>
#include <vector>
#include <sstream>
#include <ctime>
tpu_status_t sgdnnPrintBitFields ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  struct S { unsigned a : 3; bool b : 1; unsigned long long c : 40; } s { 5, true, 9 }; std::cout << s.a << s.b << s.c << std::endl;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_print_bit_fields", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_print_bit_fields_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
