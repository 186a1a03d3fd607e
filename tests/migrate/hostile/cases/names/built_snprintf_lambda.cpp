// wall: 3
// what: snprintf is a lambda of the function
// expect: refused
#include "sgdnn_api.h"
#include <string>
#include <cstring>
#include <cstdio>

tpu_status_t sgdnnBuiltSnprintfLambda ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  char name[64];
  auto snprintf = [] ( char * to, size_t n, const char *, const char * ) { strncpy ( to, "tpu_kernel_api_fixed", n ); };
  snprintf ( name, sizeof ( name ), "tpu_kernel_api_%s", "add" );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
