// wall: 4
// what: an object of the file does something when the library is loaded
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#include <stdlib.h>
#include <string.h>
struct Reg { Reg () { setenv ( "ZZ_A", "7", 1 ); } };
static Reg reg;
tpu_status_t sgdnnLoadRegisters ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * e = getenv ( "ZZ_A" );
  api.mode = e ? atoi ( e ) : 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
