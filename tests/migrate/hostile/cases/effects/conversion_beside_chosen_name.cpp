// wall: 4
// what: an argument is an object behind a pointer, whose conversion changes what a kernel's name is chosen by, though it is const
// expect: refused
#include "sgdnn_api.h"
struct I { int * r; operator size_t () const { * r = 1; return sizeof ( sg_api_one_t ); } };
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = mode;
  api.mode = 7;
  I o { & n };
  I * r = & o;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", & api, * r ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", & api, * r, non_blocking ) );
#endif
  return SG_SUCCESS;
}
