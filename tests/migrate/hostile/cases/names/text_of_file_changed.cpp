// wall: 2
// what: a text of the file that a helper changes
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#include <string.h>
static const char * kName = "abc";
static void set () { kName = "defgh"; }
tpu_status_t sgdnnTextOfFileChanged ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  set ();
  api.mode = strlen ( kName );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
