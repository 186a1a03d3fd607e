// wall: 2
// what: a private header has a template of an operator that the function does not use
// expect: convert
//- src/ops.h
#pragma once
#include <ostream>
#include <vector>
template < typename T > inline std::ostream & operator<< ( std::ostream & o, const std::vector<T> & ) { return o; }

//- src/case.cpp
#include "sgdnn_api.h"
#include "ops.h"
tpu_status_t sgdnnOperatorTemplateUnused ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
