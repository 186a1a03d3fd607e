// wall: 3
// what: an argument is made of a branch's variable, and keeps where that is
// expect: refused
#include "sgdnn_api.h"
struct Ref { const int * p; Ref ( const int & x ) : p ( &x ) { } Ref ( ) : p ( nullptr ) { } };
static void put ( Ref * to, Ref from ) { *to = from; }
tpu_status_t sgdnnBranchAddressInConvertedArgument ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  Ref s;
#if defined BACKEND_1684X
  int n = mode + 1;
  put ( &s, n );
#elif defined BACKEND_SG2260
  int k = mode * 2;
  k += 3;
  put ( &s, k );
#endif
  { volatile int pad[44] = { probe ( 7 ), 7, 7, 7 }; (void) pad; }
  api.mode = *s.p;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_branch_address_in_converted_argument", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_branch_address_in_converted_argument_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
