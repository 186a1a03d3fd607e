// wall: 4
// what: the address of what a branch declares is kept behind the conditional, by a call, a macro or an object
// expect: refused
#include "sgdnn_api.h"
static void keep ( const int ** place, const int * value ) { *place = value; }
struct view { const int * first; view ( const int * p ) : first ( p ) {} };
#define ALIAS(a, b) a = b

tpu_status_t sgdnnKept ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const int * p = input.shape;
#if defined BACKEND_1684X
  int loc[2] = { mode, 4 }; keep ( &p, loc ); api.mode = 3;
#elif defined BACKEND_SG2260
  api.mode = 1;
#endif
  api.mode = p[0];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const int * p = input.shape;
#if defined BACKEND_1684X
  int loc = mode; ALIAS ( p, &loc ); api.mode = 3;
#elif defined BACKEND_SG2260
  api.mode = 1;
#endif
  api.mode = p[0];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnObject ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  view v = view ( input.shape );
#if defined BACKEND_1684X
  int loc[2] = { mode, 4 }; v = view ( loc ); api.mode = 3;
#elif defined BACKEND_SG2260
  api.mode = 1;
#endif
  api.mode = v.first[0];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
