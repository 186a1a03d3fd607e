// wall: 4
// what: a function runs when the library is loaded, by its attribute
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#include <stdlib.h>
#include <string.h>
__attribute__ (( constructor )) static void init () { setenv ( "ZZ_B", "7", 1 ); }
tpu_status_t sgdnnLoadAttribute ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * e = getenv ( "ZZ_B" );
  api.mode = e ? atoi ( e ) : 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
