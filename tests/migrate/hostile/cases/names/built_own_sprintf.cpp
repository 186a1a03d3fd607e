// wall: 3
// what: an overload of sprintf of the file, which the call means
// expect: refused
#include "sgdnn_api.h"
#include <string>
#include <cstring>
#include <cstdio>

static int sprintf ( char * to, const char * form, const char * one, const char * two )
{
  strcpy ( to, one );
  strcat ( to, two );
  return form != nullptr;
}

tpu_status_t sgdnnBuiltOwnSprintf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  char name[64];
  sprintf ( name, "tpu_kernel_api_%s%s", "tpu_kernel_api_x", "y" );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
