// wall: 2
// what: a macro that lists names makes the enumerators, and the branches of a switch
// expect: convert
//- src/a.cpp
#include "sgdnn_api.h"
#define LIST(X) X ( A1, 3 ) X ( B1, 4 )
#define E(n,v) n = v,
enum { LIST ( E ) };
#define S(n,v) case n: return v;
static int f ( int x ) { switch ( x + 3 ) { LIST ( S ) default: return 0; } }
tpu_status_t sgdnnAlphaX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = f ( mode ) + B1;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_alphax", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_alphax_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
