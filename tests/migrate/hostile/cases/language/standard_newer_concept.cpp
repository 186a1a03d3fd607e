// wall: 3
// what: a concept, in a tree of a newer version of the language than the unified library
// expect: refused
// flags: -std=c++20
//- project.yaml
target: {standard: c++17}
//- src/case.cpp
#include "sgdnn_api.h"
template < typename T > concept Number = sizeof ( T ) > 1;
template < Number T > int up ( T x )
{
  return x + 1;
}
tpu_status_t sgdnnStandardNewerConcept ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_standard", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
