// wall: 3
// what: an operator + of a header for another type
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#include "text.h"

tpu_status_t sgdnnBuiltSumOfOtherType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::string name = "tpu_kernel_api_" + std::string ( "x" );
  name += "add";
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/text.h
#pragma once
#include <string>
struct half { int value; };
inline half operator+ ( const half & a, half b )
{
  return half { a.value + b.value };
}
