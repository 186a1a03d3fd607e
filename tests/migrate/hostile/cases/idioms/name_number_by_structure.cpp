// wall: 3
// what: a structure refers to the number
// expect: refused
#include "sgdnn_api.h"
#include <string>
#include <map>

struct Ref { int & at; void set ( int mode ) { if ( mode > 2 ) at = 2; } };

tpu_status_t sgdnnNameNumberByStructure ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  int n = 1;
  Ref r { n };
  r.set ( mode );
  std::string name = "k_" + std::to_string ( n );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
