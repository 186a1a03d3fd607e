// wall: 2
// what: two sources have a type of one name in unnamed namespaces
// expect: either
//- project.yaml
families: {First: [SourcesUnnamedTypesAbs], Second: [SourcesUnnamedTypesSin]}
//- src/a.cpp
#include "sgdnn_api.h"
namespace { struct K { int v; }; }
tpu_status_t sgdnnSourcesUnnamedTypesAbs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  K k = { mode };
  api.mode = k.v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzabs", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
//- src/b.cpp
#include "sgdnn_api.h"
namespace { struct K { float v; int w; }; }
tpu_status_t sgdnnSourcesUnnamedTypesSin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  K k = { 1.f, mode };
  api.mode = k.w;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zzsin", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
