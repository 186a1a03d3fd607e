// wall: 2
// what: a kernel's name is lent to a parameter that keeps a reference to it and shows none
// expect: refused
#include "sgdnn_api.h"
#include <functional>
static void change ( std::reference_wrapper < const char * > x ) { x.get () = "kb"; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * name = "ka";
  if ( mode > 2 ) change ( name );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, & api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, & api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
