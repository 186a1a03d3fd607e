// wall: 4
// what: a variable of a header is set by a call at load time
// expect: refused
//- src/r.h
#pragma once
#include <stdlib.h>
static int dummy_r = setenv ( "ZZ_G", "7", 1 );
//- src/case.cpp
#include "sgdnn_api.h"
#include <stdlib.h>
#include <string.h>
#include "r.h"
tpu_status_t sgdnnLoadByHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * e = getenv ( "ZZ_G" );
  api.mode = e ? atoi ( e ) : 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
