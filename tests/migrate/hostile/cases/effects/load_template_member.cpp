// wall: 4
// what: a static member of a template is set by a call at load time
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#include <stdlib.h>
#include <string.h>
template < int N > struct S { static int x; };
template < int N > int S < N >::x = setenv ( "ZZ_J", "7", 1 );
template struct S < 1 >;
tpu_status_t sgdnnLoadTemplateMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * e = getenv ( "ZZ_J" );
  api.mode = e ? atoi ( e ) : 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
