// wall: 3
// what: std::cout prints what a provided helper gives
// expect: convert
#include "sgdnn_api.h"
#include <iostream>
#include <string>
#include <iomanip>
static int helper ( int n ) { return n * 2; }
static float half ( int n ) { return n * 0.5f; }
static const char * naming ( int n ) { return n ? "a" : "b"; }
static std::string text ( int n ) { return n ? "a" : "b"; }

enum Kind { ONE, TWO };
static Kind kind ( int n ) { return n ? ONE : TWO; }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::cout << "one " << sgdnnTensorBytes ( &input ) << std::endl;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
