// wall: 2
// what: a helper of one source would be an overload of a function of the system
// expect: either
//- project.yaml
families: {First: [SourcesHelperOverloadsSystemAbs], Second: [SourcesHelperOverloadsSystemSin]}
//- src/a.cpp
#include "sgdnn_api.h"
static int abs ( float x ) { return 77; }
tpu_status_t sgdnnSourcesHelperOverloadsSystemAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = abs ( 2.f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"
#include <stdlib.h>
static int up ( int x ) { return x + 1; }

tpu_status_t sgdnnSourcesHelperOverloadsSystemSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = abs ( up ( mode ) ) + abs ( 2.5f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
