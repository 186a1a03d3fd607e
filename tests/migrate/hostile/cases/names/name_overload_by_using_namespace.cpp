// wall: 2
// what: overload by using namespace
// expect: convert
//- project.yaml
library: {arguments: [src/k.h]}
//- src/k.h
#pragma once
typedef struct { unsigned long long input_global_addr; unsigned long long output_global_addr; int mode; } sg_api_own_t;
#include <stdlib.h>
namespace k { inline int abs ( unsigned char x ) { return x < 0 ? 7 : 8; } }
//- src/case.cpp
#include "sgdnn_api.h"
#include "k.h"
using namespace k;
tpu_status_t sgdnnNameOverloadByUsingNamespace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = abs ( (unsigned char) mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
