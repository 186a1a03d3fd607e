// wall: 4
// what: a table's rows are made by a constructor that does something
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#include <map>
#include <stdlib.h>
struct Row { int a; Row ( int x ) : a ( x ) { setenv ( "ZZ", "1", 1 ); } };
static const std::map < int, Row > kM = { { 1, { 2 } } };
tpu_status_t sgdnnLoadClassInContainer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
