// wall: 2
// what: helpers of two sources would be overloads of each other
// expect: either
//- project.yaml
families: {First: [SourcesOverloadsAbs], Second: [SourcesOverloadsSin]}
//- src/a.cpp
#include "sgdnn_api.h"
static int two ( int x ) { return 2 * x; }
tpu_status_t sgdnnSourcesOverloadsAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = two ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"
static int two ( float x ) { return (int) ( 3 * x ); }
tpu_status_t sgdnnSourcesOverloadsSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = two ( 1.5f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
