// wall: 1
// what: a type of the file that holds its file's name
// expect: either
#include "sgdnn_api.h"

struct Named { const char * name = __FILE__; };
tpu_status_t sgdnnFileInType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Named named;
  api.dim = named.name[0];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_file_in_type", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
