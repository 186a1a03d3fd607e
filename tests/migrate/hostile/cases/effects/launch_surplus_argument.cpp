// wall: 4
// what: a launch is given more than its rule names: on how many cores it runs
// expect: refused
//- rules.yaml
version: 1
library:
  launch:
    sgdnnRunOn: {kernel: 1, arguments: 2, size: 3, cores: '1'}
//- src/case.cpp
#include "sgdnn_api.h"
tpu_status_t sgdnnRunOn ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool all = false );

tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnRunOn ( resource, "k", &api, sizeof ( api ), mode == 1 ) );
  return SG_SUCCESS;
}
